import type { JsonValue } from '@/lib/base/json';

/** Only a long run of digits or an exponent can be more than a double holds. */
const mayBeInexact = /[\d.]{16}|\d[eE]/;
/** Deeper JSON cannot be written again: `JSON.stringify` runs out of stack at a few thousand levels. */
const deepest = 1_000;
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What isn't a number in JSON, such as `007`, stays for the parser to refuse. */
const wholeNumberToken = /^-?(?:0(?!\d)|[1-9])/;

/** Parses JSON like `JSON.parse`, but a number that a double cannot hold exactly becomes its text. */
export function parseExactJson(text: string): JsonValue {
  return JSON.parse(mayBeInexact.test(text) ? replaceNumbers(text, quotedIfInexact) : text);
}

const quotedIfInexact = (token: string): string | null => (isExactNumber(token) ? null : `"${token}"`);

/** A cell of type json; one that is nested too deeply for us stays the server's text. */
export function readJsonCell(text: string): JsonValue {
  return text.length > 2 * deepest && isTooDeep(text) ? text : parseExactJson(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > deepest) return true;
    at += 1;
  }
  return false;
}

/**
 * Replaces numbers in JSON text. Digits within texts and keys stay.
 *
 * @param replacement what stands in place of a number, as JSON; null leaves it as it is
 */
export function replaceNumbers(text: string, replacement: (token: string) => string | null): string {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
    } else if (character === '-' || isDigit(character)) {
      numberToken.lastIndex = at;
      const token = numberToken.exec(text)?.[0] ?? '-';
      const replaced = wholeNumberToken.test(token) ? replacement(token) : null;
      if (replaced !== null) {
        parts.push(text.slice(copied, at), replaced);
        copied = at + token.length;
      }
      at += token.length;
    } else {
      at += 1;
    }
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** Whether the double's shortest text denotes the same number as the token. */
export function isExactNumber(token: string): boolean {
  const number = Number(token);
  return Number.isFinite(number) && normal(token) === normal(String(number));
}

/** The significant digits and the power of ten of the last one, e.g. `-1.50e3` as `-15e2`. */
function normal(token: string): string {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${token.startsWith('-') ? '-' : ''}${digits.slice(0, end)}e${power}`;
}
