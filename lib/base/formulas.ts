/**
 * Which texts spreadsheets take for formulas when they open a file as cells (OWASP, CSV injection). A `'` before such a
 * text makes it one again.
 */

/**
 * What no program calculates although it begins with a sign: numbers, the infinity of databases, and phone numbers (E.123),
 * which have only digits, spaces, and parentheses after their plus.
 */
export const HARMLESS: readonly RegExp[] = [
  /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y,
  /-infinity/iy,
  /\+\d[\d ()]*/y,
];

function isHarmless(text: string): boolean {
  return HARMLESS.some((pattern) => {
    pattern.lastIndex = 0;
    return pattern.exec(text)?.[0].length === text.length;
  });
}

/** `=`, `+`, `-`, and `@`, also as wide as East Asian keyboards type them, and what makes an import look at the next character. */
const SIGNS = new Set([...'=+-@＝＋－＠\t\r\n'].map((sign) => sign.charCodeAt(0)));

/** Spaces of any width, and marks without one: some programs drop them from the beginning of a cell. */
function isBlank(code: number): boolean {
  return (
    code === 0x20 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** More blanks than this before a text are taken for an attempt to hide it. */
export const MOST_BLANKS = 32;

/** Where the formula begins that a cell at this place of a text would be, unless it is a number; -1 if it would be none. */
export function formulaAt(text: string, at = 0): number {
  let first = at;
  while (first < text.length && isBlank(text.charCodeAt(first))) first += 1;
  if (first - at > MOST_BLANKS) return first;
  return SIGNS.has(text.charCodeAt(first)) ? first : -1;
}

/** Whether a spreadsheet would take a cell's text for a formula. Numbers aren't formulas. */
export function looksLikeFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // Letters and digits, with which nearly all cells begin.
  if ((first >= 0x30 && first <= 0x39) || (first >= 0x41 && first < 0x80)) return false;
  const at = formulaAt(text);
  return at >= 0 && !isHarmless(text.slice(at).trimEnd());
}
