/** A string value that was cut is kept if at least this much of it is there; of a shorter one nothing is. */
const leastStringChars = 1_000;

/**
 * Makes a JSON document of the beginning of a longer one: what is incomplete at the end is left out, a long text is
 * cut, and what is open is closed. Null if the text begins with nothing that can be closed.
 *
 * @param beginning of valid JSON, cut anywhere
 * @param mostValues how many items, members, and containers to keep: a megabyte of `{}` would be a third of a million
 */
export function frontOfJson(beginning: string, mostValues = Number.POSITIVE_INFINITY): string | null {
  let values = 0;
  const closers: string[] = [];
  // Up to here everything is complete, but for the containers in `closers`.
  let completeEnd = 0;
  let isKeyNext = false;
  let at = 0;
  while (at < beginning.length) {
    const character = beginning[at];
    if (character === '"') {
      const end = endOfString(beginning, at + 1);
      if (end.isOpen) {
        const isValue = !isKeyNext && end.at - at > leastStringChars;
        return isValue ? `${beginning.slice(0, end.at)}"${closed(closers)}` : completed();
      }
      at = end.at;
      continue;
    }
    if (character === '[' || character === '{') {
      values += 1;
      closers.push(character === '[' ? ']' : '}');
      completeEnd = at + 1;
      isKeyNext = character === '{';
    } else if (character === ']' || character === '}') {
      closers.pop();
      completeEnd = at + 1;
      isKeyNext = false;
    } else if (character === ',') {
      values += 1;
      completeEnd = at;
      isKeyNext = closers.at(-1) === '}';
    } else if (character === ':') {
      isKeyNext = false;
    }
    if (values > mostValues) break;
    at += 1;
  }
  return completed();

  function completed(): string | null {
    return completeEnd === 0 ? null : beginning.slice(0, completeEnd) + closed(closers);
  }
}

const closed = (closers: readonly string[]): string => closers.toReversed().join('');

/** The index after the closing quote; for a string that is cut, the index after its last whole character. */
function endOfString(text: string, start: number): { at: number; isOpen: boolean } {
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') return { at: at + 1, isOpen: false };
    const length = character !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
    if (at + length > text.length) break;
    at += length;
  }
  return { at, isOpen: true };
}
