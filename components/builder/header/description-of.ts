import type { Command } from '../use-command';

/** What a command says of itself: its engineers' words, else those of its source. Markdown; empty without any. */
export function descriptionOf({ description, template }: Pick<Command, 'description' | 'template'>): string {
  return description ?? template.description ?? '';
}
