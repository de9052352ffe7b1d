import { doubledKey, plainScalar, readJsonCell } from '@/lib/base/exact-json';
import { heldText } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';
import { parseArrayLiteral } from './array-literal';
import { readInterval } from './cell-interval';
import { readOffsetTime, readTimestamp, readZoned } from './cell-time';

/** Converts the server's text of a value to a JSON cell. */
export type CellReader = (text: string) => JsonValue;

/** Readers of the built-in types by OID; the cells of other types are their text. */
const readers = new Map<number, CellReader>([
  [16, (text) => text === 't'],
  [17, readBytea],
  [20, readText],
  [21, Number],
  [23, Number],
  [26, Number],
  [28, Number],
  [29, Number],
  [114, readWrittenJson],
  [700, readSingle],
  [701, readFloat],
  [790, readMoney],
  [1114, readTimestamp],
  [1184, readZoned],
  [1186, readInterval],
  [1266, readOffsetTime],
  [3802, readJson],
]);

/** A number by itself is a cell like any other. */
function readJson(text: string): JsonValue {
  return plainScalar(readJsonCell(text));
}

/**
 * The type `json` keeps what was written, also a key that an object has twice. A value of ours would have one of them, so
 * such a cell is the server's text.
 */
function readWrittenJson(text: string): JsonValue {
  return doubledKey(text) === null ? readJson(text) : text;
}

export function readText(text: string): string {
  return heldText(text);
}

/** The reader of a type that is not an array, by its OID. */
export function readerOf(oid: number): CellReader {
  return readers.get(oid) ?? readText;
}

/** The reader of an array. The text of vectors, `1 2 3`, is not an array, and stays. */
export function arrayReader(element: CellReader, delimiter: string): CellReader {
  return (text) => parseArrayLiteral(text, element, delimiter) ?? text;
}

function readFloat(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** The shortest number for the same single-precision float; servers before version 12 print more digits. */
function readSingle(text: string): number | string {
  const number = readFloat(text);
  if (typeof number === 'string') return number;
  for (const digits of [6, 7, 8]) {
    const shorter = Number(number.toPrecision(digits));
    if (Math.fround(shorter) === Math.fround(number)) return shorter;
  }
  return number;
}

/** Reads both of the server's forms: hexadecimal, and the older one of octal codes and doubled backslashes. */
function readBytea(text: string): string {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex').toString('base64');
  const bytes = text.replace(/\\(\\|[0-7]{3})/g, (_, code: string) =>
    code === '\\' ? code : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString('base64');
}

/**
 * Money as exact decimal text. The server prints it in its locale (`-$1,234.50`, `1.234,50 €`, `￥1,235`), which can't be
 * changed without changing the amount: the locale defines how many decimals it has. The last separator is the decimal
 * one, unless it can only separate thousands.
 */
function readMoney(text: string): string {
  const figures = text.replace(/[^\d.,]/g, '').replace(/^[.,]+|[.,]+$/g, '');
  const isNegative = text.includes('-') || text.includes('(');
  const last = Math.max(figures.lastIndexOf('.'), figures.lastIndexOf(','));
  const mark = figures[last];
  const isThousands =
    last >= 0 &&
    figures.length - last - 1 === 3 &&
    (figures.indexOf(mark ?? '') !== last || !/[.,]/.test(figures.slice(0, last)));
  const whole = last < 0 || isThousands ? figures : figures.slice(0, last);
  const fraction = last < 0 || isThousands ? '' : `.${figures.slice(last + 1)}`;
  return `${isNegative ? '-' : ''}${whole.replace(/[.,]/g, '')}${fraction}`;
}
