import type { JsonValue } from '@/lib/base/json';

/**
 * Begins the text that stands for a number which `JSON.stringify` would write differently, such as `1.10` or
 * `9007199254740993`. Unicode reserves this code point for the inside of programs, so no text that people exchange has
 * it.
 */
const MARK = '\uFDD0';
/** Deeper JSON cannot be written again: `JSON.stringify` runs out of stack at a few thousand levels. */
const deepest = 1_000;
/** A longer number that no double holds becomes a text without the mark. */
const longestNumber = 2_000;

/** Only a long run of digits, an exponent, or a zero at the end can be written differently. */
const mayBeMarked = /(?:^|[[,:\s])(?:-0(?![\d.])|-?(?:\d+(?:\.\d*)?[eE]|\d+\.\d*0(?!\d)|[\d.]{16}))/;
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What isn't a number in JSON, such as `007`, stays for the parser to refuse. */
const validToken = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A mark where a value may stand: within a text, the quotes would be escaped, and a key would be followed by a colon. */
const markedNumber = new RegExp(`(^|[[,:\\s])"${MARK}(-?[\\d.eE+-]+)"(?=[\\s,\\]}]|$)`, 'g');

/**
 * Parses JSON like `JSON.parse`, but a number that `JSON.stringify` would write differently becomes an exact number: a
 * marked text of its digits, which `exactJson` writes as the number again.
 */
export function parseExactJson(text: string): JsonValue {
  return JSON.parse(mayBeMarked.test(text) ? replaceNumbers(text, marked) : text);
}

function marked(token: string): string | null {
  if (String(Number(token)) === token) return null;
  if (token.length <= longestNumber) return `"${MARK}${token}"`;
  return isExactNumber(token) ? null : `"${token}"`;
}

/** Writes JSON like `JSON.stringify`, and exact numbers with all their digits. */
export function exactJson(value: unknown, space?: number): string {
  return withExactNumbers(JSON.stringify(value, null, space));
}

/** JSON in which exact numbers were written as texts. */
export function withExactNumbers(json: string): string {
  if (!json.includes(MARK)) return json;
  return json.replace(markedNumber, (whole, before: string, token: string) =>
    validToken.test(token) ? before + token : whole,
  );
}

/** The same for JSON that comes in pieces. A number that may continue in the next piece waits for it. */
export async function* exactPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const piece of pieces) {
    const text = waiting + piece;
    const begun = text.lastIndexOf(MARK);
    const isOpen = begun >= 0 && text.length - begun <= longestNumber + 3;
    // What precedes a number says that it is one: its quote, and a comma, bracket, or colon.
    const end = Math.max(0, isOpen ? begun - 2 : text.length - 2);
    yield withExactNumbers(text.slice(0, end));
    waiting = text.slice(end);
  }
  yield withExactNumbers(waiting);
}

/** The digits of an exact number; null for any other value. */
export function digitsOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.charCodeAt(0) !== 0xfdd0) return null;
  const token = value.slice(1);
  return validToken.test(token) ? token : null;
}

/** A value by itself: an exact number is a number where a double holds it, and otherwise the text of its digits. */
export function plainScalar(value: JsonValue): JsonValue {
  const digits = digitsOf(value);
  if (digits === null) return value;
  return isExactNumber(digits) ? Number(digits) : digits;
}

/** The same within a value, for readers who take JSON as `JSON.parse` reads it. */
export function withPlainScalars<Value>(value: Value): Value {
  const json = JSON.stringify(value) ?? '';
  return json.includes(MARK) ? JSON.parse(json, (_, part) => plainScalar(part)) : value;
}

/** The value that `JSON.parse` would have read. Itself, if it has no exact number. */
export function withPlainNumbers<Value>(value: Value): Value {
  const json = JSON.stringify(value) ?? '';
  return json.includes(MARK) ? JSON.parse(withExactNumbers(json)) : value;
}

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
      const replaced = validToken.test(token) ? replacement(token) : null;
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
