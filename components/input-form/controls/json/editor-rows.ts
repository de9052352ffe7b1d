/** The height of an empty editor, in lines. */
export const LEAST_ROWS = 4;

/** How many lines of text are shown before it scrolls. */
export function rowsFor(text: string, most: number): number {
  return Math.min(most, Math.max(LEAST_ROWS, text.split('\n').length));
}
