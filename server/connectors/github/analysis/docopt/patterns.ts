/** A part of a usage pattern of docopt. */
export type Pattern =
  | { kind: 'word'; word: string }
  | { kind: 'argument'; name: string }
  | { kind: 'option'; flag: string; takes: string | null }
  /** `[options]` */
  | { kind: 'options' }
  | { kind: 'group'; isOptional: boolean; choices: Pattern[][] }
  | { kind: 'many'; of: Pattern };

/** An option as the descriptions below the usage have it. */
export interface DescribedOption {
  flags: string[];
  takes: string | null;
  fallback: string | null;
  text: string;
}

/** The lines of usage, without the name of the program. */
export function usageLines(doc: string): string[] {
  const lines = doc.split('\n');
  const start = lines.findIndex((line) => /\busage:/i.test(line));
  if (start === -1) return [];
  const first = (lines[start] ?? '').replace(/^.*?usage:/i, '').trim();
  const block = first === '' ? [] : [first];
  for (const line of lines.slice(start + 1)) {
    // A docstring that starts with its usage has lost the indentation of what follows.
    const isNext = line.split(/\s+/)[0] === block[0]?.split(/\s+/)[0] || block.length === 0;
    if (line.trim() === '' || (/^\S/.test(line) && !isNext)) break;
    block.push(line.trim());
  }
  const program = block[0]?.split(/\s+/)[0];
  const joined: string[] = [];
  for (const line of block) {
    const [word = '', ...rest] = line.split(/\s+/);
    // A line that doesn't start with the program continues the one before.
    if (word === program || joined.length === 0) joined.push(rest.join(' '));
    else joined[joined.length - 1] += ` ${line}`;
  }
  return joined.slice(0, 100);
}

const tokensOf = (line: string): string[] =>
  line.match(/\[options\]|\.\.\.|[[\]()|]|<[^>]*>|[^\s[\]()|.]+(?:\.(?!\.\.)[^\s[\]()|.]+)*/g) ?? [];

/** The pattern of a line of usage: its choices, each a sequence. */
export function readPattern(line: string, options: readonly DescribedOption[]): Pattern[][] {
  const tokens = tokensOf(line.slice(0, 2000));
  let at = 0;
  const choices = (depth: number): Pattern[][] => {
    const all: Pattern[][] = [[]];
    for (let token = tokens[at]; token !== undefined && token !== ']' && token !== ')'; token = tokens[at]) {
      at += 1;
      if (token === '|') {
        all.push([]);
        continue;
      }
      const current = all.at(-1) ?? [];
      if (token === '...') {
        const last = current.pop();
        if (last !== undefined) current.push({ kind: 'many', of: last });
      } else if ((token === '[' || token === '(') && depth < 20) {
        const inner = choices(depth + 1);
        at += 1;
        current.push({ kind: 'group', isOptional: token === '[', choices: inner });
      } else {
        if (/^-[A-Za-z]{2,}$/.test(token) && !options.some(({ flags }) => flags.includes(token))) {
          // Short options may stand together: `-vq`.
          for (const letter of token.slice(1)) current.push(readOption(`-${letter}`, options));
          continue;
        }
        if (/^(-{1,2}|=.*)$/.test(token)) continue;
        const option = token.startsWith('-') ? readOption(token, options) : null;
        // A value that stands apart belongs to its option: `--speed <kn>`.
        if (
          option !== null &&
          option.takes !== null &&
          !token.includes('=') &&
          /^(<.*>|[A-Z][A-Z0-9_-]*)$/.test(tokens[at] ?? '')
        )
          at += 1;
        current.push(option ?? atom(token));
      }
    }
    return all;
  };
  return choices(0);
}

function atom(token: string): Pattern {
  if (token === '[options]') return { kind: 'options' };
  if (token.startsWith('<') || /^[A-Z][A-Z0-9_-]*$/.test(token))
    return { kind: 'argument', name: token.replace(/^<|>$/g, '') };
  return { kind: 'word', word: token };
}

function readOption(
  token: string,
  options: readonly DescribedOption[],
): Extract<Pattern, { kind: 'option' }> {
  const [flag = '', value] = token.split('=');
  const known = options.find(({ flags }) => flags.includes(flag));
  return { kind: 'option', flag, takes: value ?? known?.takes ?? null };
}

/** The options that lines such as `-q, --quiet  Say less [default: 1]` describe. */
export function describedOptions(doc: string): DescribedOption[] {
  const found: DescribedOption[] = [];
  for (const line of doc.split('\n').slice(0, 2000)) {
    const trimmed = line.trim();
    const last = found.at(-1);
    if (!trimmed.startsWith('-')) {
      if (trimmed !== '' && last !== undefined && /^\s/.test(line)) last.text = `${last.text} ${trimmed}`;
      continue;
    }
    const [head = '', ...rest] = trimmed.split(/\s{2,}/);
    const flags = [...head.matchAll(/(?<![\w-])(--?[\w?][\w-]*)/g)].map(([, flag = '']) => flag);
    const takes = /(?:=|\s)(<[^>]+>|[A-Z][A-Z0-9_-]*)/.exec(head)?.[1] ?? null;
    found.push({ flags, takes, fallback: null, text: rest.join(' ') });
  }
  for (const option of found) option.fallback = /\[default: ([^\]]*)\]/i.exec(option.text)?.[1] ?? null;
  return found;
}
