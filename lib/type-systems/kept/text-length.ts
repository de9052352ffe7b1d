import type { Constraints } from '@/lib/inputs/input';

/** How many code points a text has. */
export function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}

/** The length of a text in code points. A pattern of ours says by itself how long a text may be. */
export const lengthInCharacters = (text: string, { pattern }: Constraints): number | null =>
  pattern === undefined ? countCharacters(text) : null;
