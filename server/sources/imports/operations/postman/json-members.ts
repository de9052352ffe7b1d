/** The text of an object in JSON, cut at its own members: joined by commas, they are that text again. */
export interface JsonMembers {
  /** What precedes the first member, with the brace. */
  open: string;
  members: { name: string; head: string; value: string; tail: string }[];
  close: string;
}

const space = /[\t\n\r ]*/y;
const variable = /\{\{[^{}]*\}\}/y;
const text = /"(?:[^"\\]|\\.)*"/sy;
const scalar = /[^,\]}\s]+/y;

/**
 * Cuts the text of an object that is valid JSON, except that variables of Postman may stand without quotes in it. Null for
 * any other text.
 */
export function jsonMembers(json: string): JsonMembers | null {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(json)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const value = (): boolean =>
    take(variable) !== null || take(text) !== null || inner() || take(scalar) !== null;
  const inner = (): boolean => {
    if (json[at] !== '{' && json[at] !== '[') return false;
    let depth = 0;
    do {
      if (take(variable) !== null || take(text) !== null) continue;
      if (json[at] === '{' || json[at] === '[') depth += 1;
      else if (json[at] === '}' || json[at] === ']') depth -= 1;
      at += 1;
    } while (depth > 0 && at < json.length);
    return depth === 0;
  };

  take(space);
  if (json[at] !== '{') return null;
  at += 1;
  const found: JsonMembers = { open: json.slice(0, at), members: [], close: '' };
  for (;;) {
    const start = at;
    take(space);
    const name = take(text);
    take(space);
    if (name === null || json[at] !== ':') return null;
    at += 1;
    take(space);
    const valueStart = at;
    if (!value()) return null;
    const valueEnd = at;
    take(space);
    found.members.push({
      name: JSON.parse(name),
      head: json.slice(start, valueStart),
      value: json.slice(valueStart, valueEnd),
      tail: json.slice(valueEnd, at),
    });
    if (json[at] === '}') return { ...found, close: json.slice(at) };
    if (json[at] !== ',') return null;
    at += 1;
  }
}

/** JSON without comments, which Postman removes before it sends. Comments within texts are text. */
export const withoutComments = (json: string): string =>
  json.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n\r]*|\/\*.*?\*\//gs, (_, kept: string | undefined) => kept ?? '');
