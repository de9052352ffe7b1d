/** A part of a JSONata expression. Names in backticks come without them. */
export interface Token {
  kind: 'name' | 'variable' | 'string' | 'number' | 'regex' | 'sign';
  text: string;
}

const spaces = /\s+|\/\*[\s\S]*?(?:\*\/|$)/y;
const words: readonly [Token['kind'], RegExp][] = [
  ['string', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y],
  ['name', /`[^`]*`|[A-Za-z_]\w*/y],
  ['variable', /\$\$|\$\w*/y],
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['sign', /:=|!=|<=|>=|~>|\.\.|\*\*|[^\s\w]/y],
];
const regex = /\/(?:[^/\\\n]|\\.)+\/[im]*/y;

/** The parts of an expression, in order. Texts and patterns stay whole, so that nothing in them looks like code. */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(expression)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  while (at < expression.length) {
    if (take(spaces) !== null) continue;
    const pattern = mayBeRegex(tokens.at(-1)) ? take(regex) : null;
    const token = pattern === null ? nextToken(take) : { kind: 'regex' as const, text: pattern };
    if (token === null) at += 1;
    else tokens.push(token);
  }
  return tokens;
}

function nextToken(take: (pattern: RegExp) => string | null): Token | null {
  for (const [kind, pattern] of words) {
    const text = take(pattern);
    if (text !== null)
      return { kind, text: kind === 'string' || text.startsWith('`') ? text.slice(1, -1) : text };
  }
  return null;
}

/** After a value, a slash divides. */
const mayBeRegex = (last: Token | undefined): boolean =>
  last === undefined || (last.kind === 'sign' && !/^[)\]}]$/.test(last.text));
