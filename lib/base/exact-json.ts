import { heldText, MARK, marksOf, plainText, validNumber } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';

/** Deeper JSON cannot be written again: `JSON.stringify` runs out of stack at a few thousand levels. */
const deepest = 1_000;
/** A longer number that no double holds becomes a text without the mark. */
const longestNumber = 2_000;

/** Only a long run of digits, an exponent, or a zero at the end can be written differently. */
const mayBeMarked = /(?:^|[[,:\s])(?:-0(?![\d.])|-?(?:\d+(?:\.\d*)?[eE]|\d+\.\d*0(?!\d)|[\d.]{16}))/;
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A mark where a value may stand: within a text, the quotes would be escaped, and a key would be followed by a colon. */
const markedNumber = new RegExp(`(^|[[,:\\s])"${MARK}(${MARK}*)(-?[\\d.eE+-]+)"(?=[\\s,\\]}]|$)`, 'g');
/** A text that begins with the mark, or with an escape that may be one. */
const mayBeHeld = new RegExp(`"(?:${MARK}|\\\\u[fF][dD][dD]0)`);

/**
 * Parses JSON like `JSON.parse`, but a number that `JSON.stringify` would write differently, or that is whole and too
 * large for a double to count by one, becomes an exact number: a marked text of its digits, which `exactJson` writes as the number again. A text that looks like one is told apart.
 */
export function parseExactJson(text: string): JsonValue {
  const hasMarks = mayBeHeld.test(text);
  if (!hasMarks && !mayBeMarked.test(text)) return JSON.parse(text);
  return JSON.parse(replaceTokens(text, { number: marked, text: hasMarks ? held : null }));
}

/** The text that is held in place of a text in JSON; null for the same. */
function held(token: string): string | null {
  if (!mayBeHeld.test(token)) return null;
  const text: string = JSON.parse(token);
  return marksOf(text) > 0 ? JSON.stringify(heldText(text)) : null;
}

function marked(token: string): string | null {
  const number = Number(token);
  // Of a large whole number that is a double, nobody could tell later whether it was rounded to it.
  const isPlain = !Number.isInteger(number) || Number.isSafeInteger(number);
  if (isPlain && String(number) === token) return null;
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
  return json.replace(markedNumber, (whole, before: string, marks: string, token: string) => {
    if (!validNumber.test(token)) return whole;
    return before + (marks === '' ? token : `"${marks}${token}"`);
  });
}

/** The same for JSON that comes in pieces. A number that may continue in the next piece waits for it. */
export async function* exactPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const piece of pieces) {
    const text = waiting + piece;
    let begun = text.lastIndexOf(MARK);
    while (text[begun - 1] === MARK) begun -= 1;
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
  return validNumber.test(token) ? token : null;
}

/** A value by itself: an exact number is a number where a double holds it, and otherwise the text of its digits. */
export function plainScalar(value: JsonValue): JsonValue {
  const digits = digitsOf(value);
  if (digits === null) return value;
  return isExactNumber(digits) ? Number(digits) : digits;
}

/** The same within a value, and texts as they were, for readers who take JSON as `JSON.parse` reads it. */
export function withPlainScalars<Value>(value: Value): Value {
  const json = JSON.stringify(value) ?? '';
  return json.includes(MARK) ? JSON.parse(json, (_, part) => plainText(plainScalar(part))) : value;
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
export const replaceNumbers = (text: string, replacement: Replacement): string =>
  replaceTokens(text, { number: replacement, text: null });

type Replacement = (token: string) => string | null;

/** @param replacement of numbers, and of texts that aren't keys */
function replaceTokens(text: string, replacement: { number: Replacement; text: Replacement | null }): string {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      const replaced = replacement.text?.(text.slice(at, end)) ?? null;
      if (replaced !== null && !isKey(text, end)) {
        parts.push(text.slice(copied, at), replaced);
        copied = end;
      }
      at = end;
    } else if (character === '-' || isDigit(character)) {
      numberToken.lastIndex = at;
      const token = numberToken.exec(text)?.[0] ?? '-';
      const replaced = validNumber.test(token) ? replacement.number(token) : null;
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

const colon = /\s*:/y;

function isKey(text: string, end: number): boolean {
  colon.lastIndex = end;
  return colon.test(text);
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

/**
 * Returns the first key that appears twice in an object of valid JSON text, or null. `JSON.parse` silently keeps only the
 * last of its values.
 */
export function doubledKey(text: string): string | null {
  /** The keys of the objects around a place; null for a list. */
  const around: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') around.push(new Set());
    else if (character === '[') around.push(null);
    else if (character === '}' || character === ']') around.pop();
    if (character !== '"') continue;
    const end = endOfString(text, at);
    const keys = around.at(-1) ?? null;
    if (keys !== null && isKey(text, end)) {
      const key: string = JSON.parse(text.slice(at, end));
      if (keys.has(key)) return key;
      keys.add(key);
    }
    at = end - 1;
  }
  return null;
}

/** A doubled key as it can stand in a sentence. */
export function shownKey(key: string): string {
  return JSON.stringify(key.length > 50 ? `${key.slice(0, 50)}…` : key);
}
