import type { JsonValue } from '@/lib/base/json';

/**
 * Parses the text of a Postgres array, e.g. `{1,NULL,"a b"}`, `[0:1]={{1,2},{3,4}}`, into nested lists whose elements
 * `read` converts. Null if the text is not an array.
 */
export function parseArrayLiteral(
  text: string,
  read: (element: string) => JsonValue,
  delimiter = ',',
): JsonValue[] | null {
  // Unusual bounds come before the braces; JSON has no place for them.
  const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0;
  if (text[start] !== '{') return null;
  const lists: JsonValue[][] = [];
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '{') {
      lists.push([]);
      at += 1;
    } else if (character === '}') {
      const closed = lists.pop();
      const outer = lists.at(-1);
      if (closed === undefined) return null;
      if (outer === undefined) return closed;
      outer.push(closed);
      at += 1;
    } else if (character === delimiter) {
      at += 1;
    } else {
      const element = elementAt(text, at, delimiter);
      lists.at(-1)?.push(element.isNull ? null : read(element.text));
      at = element.end;
    }
  }
  return null;
}

/** Writes elements, which are literals or null, as the text of an array. */
export function arrayLiteral(elements: readonly (string | null)[], delimiter = ','): string {
  return `{${elements.map((element) => (element === null ? 'NULL' : quoted(element))).join(delimiter)}}`;
}

/** Writes attributes, which are literals or null, as the text of a row. */
export function rowLiteral(attributes: readonly (string | null)[]): string {
  return `(${attributes.map((attribute) => (attribute === null ? '' : quoted(attribute))).join(',')})`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

interface Element {
  text: string;
  isNull: boolean;
  /** The index after the element. */
  end: number;
}

function elementAt(text: string, start: number, delimiter: string): Element {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== delimiter && text[end] !== '}') end += 1;
    const plain = text.slice(start, end);
    return { text: plain, isNull: plain === 'NULL', end };
  }
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return { text: text.slice(start + 1, end).replace(/\\([\s\S])/g, '$1'), isNull: false, end: end + 1 };
}
