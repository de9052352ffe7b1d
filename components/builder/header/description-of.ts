import type { Command } from '../use-command';

/** A command's description: the engineers', or else the source's. Markdown; empty if neither has one. */
export function descriptionOf({ description, template }: Pick<Command, 'description' | 'template'>): string {
  return description ?? template.description ?? '';
}
