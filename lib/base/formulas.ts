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

/**
 * A sign after what ends a cell for readers that separate cells otherwise than by commas. They see no quotes around a cell
 * in the middle of a line, so a line break ends it, too.
 */
const SIGN_WITHIN = /([;\t\r\n][" \u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]*)('?)([=+\-@＝＋－＠])/g;

/** What follows a sign is read this far; more is taken for an attempt to hide a call. */
export const LONGEST_PIECE = 1_000;

/**
 * Whether a part of a cell's text could be a formula by itself: one that begins with `=`, or that calls something. The
 * items of a list that begin with dashes can't.
 *
 * @param piece begins with a sign, and has nothing that ends a cell
 */
export function isFormulaPiece(piece: string): boolean {
  if (isHarmless(piece.replaceAll('"', ' ').trim())) return false;
  return /^[=＝]/.test(piece) || /[(|!]/.test(piece) || piece.length > LONGEST_PIECE;
}

/**
 * Guards formulas within a cell's text from readers that separate cells by semicolons, tabs, or line breaks alone.
 *
 * @param guarded what takes the place of a formula's sign
 */
export const withGuards = (text: string, guarded = (sign: string): string => `'${sign}`): string =>
  replaceSigns(text, '', guarded);

/** A cell's text that no spreadsheet takes for a formula, as a whole or within. */
export const neutralText = (text: string): string =>
  looksLikeFormula(text) ? `'${withGuards(text)}` : withGuards(text);

/** Takes the guards off again. */
export const withoutGuards = (text: string): string => replaceSigns(text, "'", (sign) => sign);

function replaceSigns(text: string, guard: string, replacement: (sign: string) => string): string {
  if (!/[;\t\r\n]/.test(text)) return text;
  return text.replace(SIGN_WITHIN, (whole, before: string, given: string, sign: string, at: number) => {
    const first = at + before.length + given.length;
    const rest = text.slice(first, first + LONGEST_PIECE + 1);
    const end = rest.search(/[;\t\r\n]/);
    const isFormula = isFormulaPiece(end < 0 ? rest : rest.slice(0, end));
    return given === guard && isFormula ? before + replacement(sign) : whole;
  });
}

/** A sign as JSON may have it in its texts, where an apostrophe would change them. */
export const signCode = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Guards the formulas within a text that comes in pieces, as `withGuards` does. */
export class GuardedPieces {
  private pending = '';

  constructor(private readonly guarded?: (sign: string) => string) {}

  push(piece: string): string {
    const text = this.pending + piece;
    const last = Math.max(...[';', '\t', '\r', '\n'].map((end) => text.lastIndexOf(end)));
    const isOpen = last >= 0 && text.length - last <= 2 * LONGEST_PIECE;
    this.pending = isOpen ? text.slice(last) : '';
    return withGuards(isOpen ? text.slice(0, last) : text, this.guarded);
  }

  end(): string {
    const { pending } = this;
    this.pending = '';
    return withGuards(pending, this.guarded);
  }
}
