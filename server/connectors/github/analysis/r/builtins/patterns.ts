/** Patterns longer than this aren't tried. */
const mostInPattern = 100;
/** How many places of a text a match may look at. */
const mostLooks = 1_000_000;

/** R's pattern as one of ours, for a text; null if it has no equal, or may take too much work. */
export function expressionOf(pattern: string, text: string): RegExp | null {
  // A repetition of a group, or of a repetition, and what refers to a group may take forever.
  if (pattern.length > mostInPattern || /[)*+}][*+{]|\\[1-9]/.test(pattern)) return null;
  const repetitions = pattern.match(/[*+{]/g)?.length ?? 0;
  if (text.length ** (repetitions + 1) > mostLooks) return null;
  try {
    return new RegExp(pattern.replace(/\[\[:(\w+):\]\]/g, (_, name: string) => classes[name] ?? `[${name}]`));
  } catch {
    return null;
  }
}

const classes: Readonly<Record<string, string>> = {
  space: '\\s',
  digit: '\\d',
  alpha: '[A-Za-z]',
  alnum: '[A-Za-z0-9]',
  punct: '[^\\w\\s]',
};

/** Null if the text that comes of it can't be told. */
export function replaced(text: string, pattern: string, replacement: string, isAll: boolean): string | null {
  const expression = expressionOf(pattern, text);
  if (expression === null || (text.length + 1) * (replacement.length + 1) > mostLooks) return null;
  const how = isAll ? new RegExp(expression.source, 'g') : expression;
  return text.replace(how, replacement.replace(/\\(\d)/g, '$$$1'));
}

/** The text that a pattern begins with: `--name=` of `^--name=(.*)$`. */
export const beginningOf = (pattern: string): string =>
  /^\^?\(?((?:[\w=:-]|\\-|\\\.)*)/.exec(pattern)?.[1]?.replaceAll('\\', '') ?? '';
