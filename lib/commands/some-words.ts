/** Shorter words, such as "a" and "of", occur in nearly every text. */
export const FEWEST_LETTERS = 3;

export const ONLY_SOME_WORDS = 'No command has all of these words. These have some:';

/**
 * The items whose text has the most of the words, in their order; none if no text has any of them. Words and texts must
 * be lowercase. For a search whose words no item has all of.
 */
export function withMostWords<Item>(
  words: readonly string[],
  items: readonly Item[],
  textOf: (item: Item) => string,
): Item[] {
  const counted = [...new Set(words)].filter((word) => word.length >= FEWEST_LETTERS);
  if (counted.length === 0) return [];
  const held = items.map((item) => {
    const text = textOf(item);
    return counted.filter((word) => text.includes(word)).length;
  });
  const most = held.reduce((one, other) => Math.max(one, other), 0);
  return most === 0 ? [] : items.filter((_, at) => held[at] === most);
}
