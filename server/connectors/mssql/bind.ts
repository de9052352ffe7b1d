import { exactJson } from '@/lib/base/exact-json';
import { isJsonObject, type JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';
import type { SqlType, TableType } from './executable';
import { quoteName } from './names';
import { plainNumber } from './values/exact-values';
import { declarationOf } from './values/types';

/** A value as it is bound: text for everything but floats and bytes, so that no digit is lost on the way. */
export type Bound =
  | { kind: 'text'; value: string | null }
  | { kind: 'float'; value: number | null }
  | { kind: 'bytes'; value: Buffer | null };

const texts = /^(n?(var)?char|n?text|sysname)$/;
const bytes = /^((var)?binary|image|rowversion|timestamp)$/;
const floats = /^(float|real)$/;
/** The server's own counter of changes, which converts from nothing but eight bytes. */
const counters = /^(rowversion|timestamp)$/;
const oldMoments = /^(small)?datetime$/;
const withoutOffset = /^((small)?datetime|datetime2)$/;

/** The value of a parameter, and how the statement converts it to the parameter's type. */
export function bind(
  type: SqlType,
  value: JsonValue,
): { bound: Bound; convert(placeholder: string): string } {
  const { name } = type;
  if (floats.test(name)) {
    return { bound: { kind: 'float', value: value === null ? null : Number(value) }, convert: (at) => at };
  }
  if (bytes.test(name)) {
    const read = value === null ? null : bytesOf(String(value));
    const convert = (at: string): string => (counters.test(name) ? `convert(binary(8), ${at})` : at);
    return { bound: { kind: 'bytes', value: read }, convert };
  }
  const text = textOf(name, value);
  return { bound: { kind: 'text', value: text }, convert: (at) => convertText(type, at, text) };
}

/** Whether a value is passed as it is bound, and needs no variable of its type. */
export const isPassedAsBound = ({ name, quoted }: SqlType): boolean =>
  quoted === undefined && !counters.test(name) && (texts.test(name) || bytes.test(name) || floats.test(name));

/** The conversion of a text to a type: by rules that depend neither on the session's language nor on its date format. */
function convertText(type: SqlType, at: string, text: string | null): string {
  const { name } = type;
  if (texts.test(name)) return at;
  if (name === 'sql_variant') return `convert(sql_variant, convert(nvarchar(4000), ${at}))`;
  if (withoutOffset.test(name)) {
    // A moment with an offset keeps its local time.
    const hasOffset = /(z|[+-]\d{2}(:?\d{2})?)$/i.test(text?.slice(10) ?? '');
    const exact = `convert(datetime2(7), ${hasOffset ? `convert(datetimeoffset(7), ${at})` : at})`;
    return oldMoments.test(name) ? `convert(${name}, ${exact})` : `convert(${declarationOf(type)}, ${exact})`;
  }
  return `convert(${declarationOf(type)}, ${at})`;
}

function textOf(name: string, value: JsonValue): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return exactJson(value);
  if (/^(tinyint|smallint|int|bigint|bit|(small)?money|decimal|numeric)$/.test(name))
    return plainNumber(String(value));
  if (/^(date|(small)?datetime(2|offset)?|time)$/.test(name)) return momentOf(name, String(value));
  return String(value);
}

/** ISO 8601 with seconds: without them, the server doesn't recognize the form. */
function momentOf(name: string, text: string): string {
  const [, date = '', time] = /^(?:(\d{4}-\d{2}-\d{2})[T ]?)?(.*)$/is.exec(text) ?? [];
  if (name === 'date') return date === '' ? text : date;
  const [, clock, seconds, rest = ''] = /^(\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(.*)$/s.exec(time ?? '') ?? [];
  const full = clock === undefined ? '00:00:00' : `${clock}${seconds ?? ':00'}`;
  // A lower-case offset, or one without minutes, is not in the server's form.
  const offset = rest.toUpperCase().replace(/^([+-]\d{2})$/, '$1:00');
  if (name === 'time') return clock === undefined ? text : full;
  return date === '' ? text : `${date}T${full}${offset}`;
}

/** Bytes as base64, or as hexadecimal digits after `0x`. */
function bytesOf(text: string): Buffer {
  const hex = /^0x([0-9a-f]*)$/i.exec(text)?.[1];
  // An odd number of digits begins with half a byte, as in T-SQL.
  if (hex !== undefined) return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  if (text.replace(/=+$/, '').length % 4 === 1) {
    throw new ConnectorError(
      'failed',
      'A binary value is not valid base64: its end is missing. Fill it in again.',
    );
  }
  return Buffer.from(text, 'base64');
}

/**
 * A table-valued parameter: rows as one JSON text, whose cells are texts, and the statement that fills the variable with
 * them. A column that no row has keeps the default of its type.
 */
export function bindTable(
  { quoted, columns }: TableType,
  value: JsonValue,
): { json: string; fill(variable: string, placeholder: string): string } {
  const rows = Array.isArray(value) ? value : [];
  const isGiven = (name: string): boolean =>
    rows.some((row) => isJsonObject(row) && Object.hasOwn(row, name));
  const given = columns.filter(({ name }) => isGiven(name));
  const cells = rows.map((row) =>
    Object.fromEntries(
      given.map(({ name, type }, index) => [
        `c${index}`,
        isJsonObject(row) ? cellText(type, row[name] ?? null) : null,
      ]),
    ),
  );
  return {
    json: JSON.stringify(cells),
    fill: (variable, at) => {
      const declared = `declare ${variable} ${quoted};`;
      if (given.length === 0 || rows.length === 0) return declared;
      const names = given.map(({ name }) => quoteName(name)).join(', ');
      const values = given.map(({ type }, index) => convertCell(type, `[c${index}]`)).join(', ');
      const shape = given.map((_, index) => `[c${index}] nvarchar(max)`).join(', ');
      return `${declared} insert into ${variable} (${names}) select ${values} from openjson(${at}) with (${shape});`;
    },
  };
}

function cellText(type: SqlType, value: JsonValue): string | null {
  if (value === null) return null;
  if (bytes.test(type.name)) return `0x${bytesOf(String(value)).toString('hex')}`;
  return textOf(type.name, value);
}

function convertCell(type: SqlType, at: string): string {
  if (bytes.test(type.name)) return `convert(varbinary(max), ${at}, 1)`;
  if (floats.test(type.name)) return `convert(${type.name}, ${at})`;
  return convertText(type, at, null);
}
