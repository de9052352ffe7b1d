const single: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
};

/**
 * What the inside of a literal stands for, with its escapes replaced.
 *
 * @param prefix the letters before the quote, such as `rb`
 * @see https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences
 */
export function unescaped(inside: string, prefix: string): string {
  if (/r/i.test(prefix) || !inside.includes('\\')) return inside;
  return inside.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|N\{[^}]*\}|([\s\S]))/g,
    (whole: string, x?: string, u?: string, wide?: string, octal?: string, letter?: string) => {
      const hex = x ?? u ?? wide;
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16), whole);
      if (octal !== undefined) return characterOf(Number.parseInt(octal, 8), whole);
      return letter === undefined ? whole : (single[letter] ?? whole);
    },
  );
}

const characterOf = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;

/** A number as it is written: `1_000`, `0x1F`, `1e3`. Complex ones aren't followed. */
export function numberFrom(
  text: string,
  isFloat: boolean,
): { kind: 'number'; value: number; isFloat: boolean } | { kind: 'unknown' } {
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? { kind: 'number', value, isFloat } : { kind: 'unknown' };
}

/** The lines of a docstring without the indentation that they share, as `inspect.cleandoc` has them. */
export function cleanDocstring(text: string): string {
  const [first = '', ...rest] = text.replaceAll('\t', '        ').split('\n');
  const indents = rest
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const lines = rest.map((line) => line.slice(Number.isFinite(shared) ? shared : 0).trimEnd());
  return [first.trim(), ...lines].join('\n').trim();
}
