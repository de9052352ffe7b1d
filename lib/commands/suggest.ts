/** More than that aren't read. */
const MOST = 5;

/** The names that are most likely meant by a mistyped one, the likeliest first: those with it in them, or spelled alike. */
export function likelyMeant(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const mostSlips = Math.max(1, Math.floor(wanted.length / 4));
  return names
    .map((name) => ({
      name,
      slips: name.toLowerCase().includes(wanted) ? 0 : slipsBetween(wanted, name.toLowerCase()),
    }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((one, other) => one.slips - other.slips)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** The same, followed by the names that share words with the typed one, those with the most first. */
export function meantOrRelated(typed: string, names: readonly string[]): string[] {
  const words = wordsOf(typed);
  const related = names
    .map((name) => ({ name, shared: wordsOf(name).filter((word) => words.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .map(({ name }) => name);
  return [...new Set([...likelyMeant(typed, names), ...related])].slice(0, MOST);
}

/** Shorter words, such as `an` and `of`, are in names that have nothing to do with each other. */
const SHORTEST_WORD = 4;

/** The longer words, of which a plural is the same as its singular. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= SHORTEST_WORD)
    .map((word) => word.replace(/s$/, ''));

/** How many characters are missing, added, or different: the distance of Levenshtein. */
function slipsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      line.push(
        Math.min((above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + (isSame ? 0 : 1)),
      );
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
