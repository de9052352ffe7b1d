/** Splits a text at a character that stands outside of brackets, parentheses, and quotes. */
export function splitOutside(text: string, separator: ';' | ','): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[') at = endOfName(text, at);
    else if (character === "'") at = text.indexOf("'", at + 1);
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== '');
}

/** The position of the bracket that closes a quoted name. */
function endOfName(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && (text[at] !== ']' || text[at + 1] === ']')) at += text[at] === ']' ? 2 : 1;
  return at;
}

/** Reads `[schema].[name]` at the beginning of a text, and returns the rest. */
export function readObject(text: string): { schema: string; name: string; rest: string } {
  const [, schema, name] = /^(\[(?:[^\]]|\]\])*\])\.(\[(?:[^\]]|\]\])*\])/s.exec(text) ?? [];
  if (schema === undefined || name === undefined) throw new Error(`No name at: ${text.slice(0, 100)}`);
  const rest = text.slice(schema.length + 1 + name.length).trim();
  return { schema: plain(schema), name: plain(name), rest };
}

const plain = (name: string): string => name.slice(1, -1).replaceAll(']]', ']');

/** The parts of `convert(type, inner)` or `convert(type, inner, style)`; null for any other expression. */
export function readConvert(text: string): { type: string; inner: string } | null {
  const inside = /^convert\((.*)\)$/s.exec(text)?.[1];
  if (inside === undefined) return null;
  const [type = '', inner = ''] = splitOutside(inside, ',');
  return { type, inner };
}
