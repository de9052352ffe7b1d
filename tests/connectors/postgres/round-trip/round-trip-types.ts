import fc from 'fast-check';
import { withPlainNumbers } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { parseDecimal } from '@/lib/inputs/decimal';
import { jsonFault } from '@/lib/values/check-json';
import { days, microsOf, times, timestamps, zonedTimes, zonedTimestamps } from './round-trip-moments';
import { anyText, impossibleText } from './round-trip-texts';
import { asWritten } from './round-trip-written';

/** The values that a type accepts, and those that it refuses. */
export interface RoundTrip {
  type: string;
  /** Values that must be accepted, and returned unchanged. */
  held: fc.Arbitrary<JsonValue>;
  /** Values that must be refused before they are sent. */
  refused?: fc.Arbitrary<JsonValue>;
  /** Whether the returned value is the same; byte for byte unless a type has several spellings of a value. */
  isSame?: (sent: JsonValue, back: JsonValue) => boolean;
}

const text = (value: JsonValue): string => String(value);
const isSameNumber = (sent: JsonValue, back: JsonValue): boolean =>
  JSON.stringify(parseDecimal(text(sent))) === JSON.stringify(parseDecimal(text(back)));

/** Whole numbers as numbers if JSON can represent them, or else as text. */
function wholes(minimum: bigint, maximum: bigint): Pick<RoundTrip, 'held' | 'refused' | 'isSame'> {
  const inside = fc.oneof(
    fc.bigInt({ min: minimum, max: maximum }),
    fc.constantFrom(minimum, maximum, 0n < minimum ? minimum : 0n),
  );
  const outside = fc.oneof(
    fc.bigInt({ min: maximum + 1n, max: maximum * 1000n + 1000n }),
    fc.bigInt({ min: minimum - maximum, max: minimum - 1n }),
  );
  const asJson = (value: bigint): JsonValue =>
    Number.isSafeInteger(Number(value)) && value % 2n === 0n ? Number(value) : text(String(value));
  const noNumber = fc.constantFrom<JsonValue>(
    '',
    'x',
    '1.5',
    'NaN',
    '0x10',
    true,
    [],
    {},
    Number.POSITIVE_INFINITY,
  );
  return {
    held: inside.map(asJson),
    refused: fc.oneof(outside.map(String), noNumber),
    isSame: (sent, back) => BigInt(text(sent)) === BigInt(text(back)),
  };
}

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30))
  .map(([digits, scale]) => {
    const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
    const point = padded.length - scale;
    const sign = digits < 0n ? '-' : '';
    return scale === 0 ? `${sign}${padded}` : `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
  });
const cents = (limit: bigint) =>
  fc.bigInt({ min: -limit, max: limit }).map((value) => {
    const padded = String(value < 0n ? -value : value).padStart(3, '0');
    return `${value < 0n ? '-' : ''}${padded.slice(0, -2)}.${padded.slice(-2)}`;
  });
const floatText = (value: number): JsonValue => (Number.isFinite(value) ? value : String(value));
const isSameFloat = (sent: JsonValue, back: JsonValue): boolean =>
  Number(sent) === Number(back) || (Number.isNaN(Number(sent)) && back === 'NaN');

const bytes = fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value).toString('base64'));
const uuid = fc.uuid();
export const json = fc
  .jsonValue({ depthSize: 'small' })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)))
  .filter((value) => value !== null && jsonFault(value) === null);
const impossibleJson = fc.oneof(
  impossibleText,
  impossibleText.map((key) => Object.fromEntries([[key, 1]])),
  fc.constantFrom<JsonValue>([2 ** 53], { a: [Number.POSITIVE_INFINITY] }, [[-(2 ** 60)]]),
);
const fits = (limitBytes: number) => (value: string) => Buffer.byteLength(value) <= limitBytes;
const listOf = (item: fc.Arbitrary<JsonValue>) => fc.array(fc.option(item), { maxLength: 6 });
const integers = wholes(-2147483648n, 2147483647n);
const small = fc.integer();
const matrix = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([rows, columns]) => {
    const row = fc.array(fc.option(small), { minLength: columns, maxLength: columns });
    return fc.array(row, { minLength: rows, maxLength: rows });
  });
const moods = fc.constantFrom('sad', 'so, so', 'o"k\\', '{}', 'NULL', '');
const hexPairs = (count: number) =>
  fc
    .array(fc.nat(255), { minLength: count, maxLength: count })
    .map((parts) => parts.map((part) => part.toString(16).padStart(2, '0')).join(':'));

/** JSON with sorted object keys, because jsonb has its own order. */
export function ordered(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${ordered(inner)}`).join()}}`;
}

const isSameJson = (sent: JsonValue, back: JsonValue): boolean =>
  ordered(sent) === ordered(withPlainNumbers(back));

export const roundTrips: readonly RoundTrip[] = [
  ...Object.entries(asWritten).map(([type, texts]) => ({
    type,
    held: fc.constantFrom(...texts),
    refused: impossibleText,
  })),
  { type: 'smallint', ...wholes(-32768n, 32767n) },
  { type: 'integer', ...integers },
  { type: 'bigint', ...wholes(-(2n ** 63n), 2n ** 63n - 1n) },
  { type: 'oid', ...wholes(0n, 4294967295n) },
  { type: 'xid8', ...wholes(0n, 2n ** 64n - 1n) },
  {
    type: 'numeric',
    held: fc.oneof(decimals, fc.constantFrom('NaN', 'Infinity', '-Infinity')),
    refused: impossibleText,
    isSame: (sent, back) => sent === back || isSameNumber(sent, back),
  },
  {
    type: 't.price',
    held: cents(999999999999n),
    refused: fc.bigInt({ min: 10n ** 10n, max: 10n ** 14n }).map(String),
    isSame: isSameNumber,
  },
  {
    type: 'money',
    held: cents(2n ** 63n - 1n),
    refused: fc.constantFrom('92233720368547758.08', '-92233720368547758.09', 'x'),
    isSame: isSameNumber,
  },
  {
    type: 'real',
    held: fc.float().map(floatText),
    refused: fc.constantFrom<JsonValue>(3.5e38, '1e-46', Number.NaN),
    isSame: (sent, back) =>
      isSameFloat(
        Number.isNaN(Number(sent)) ? sent : Math.fround(Number(sent)),
        Number.isNaN(Number(back)) ? back : Math.fround(Number(back)),
      ),
  },
  {
    type: 'double precision',
    held: fc.double().map(floatText),
    refused: fc.constantFrom('1e309', '1e-400'),
    isSame: isSameFloat,
  },
  { type: 'boolean', held: fc.boolean(), refused: fc.constantFrom<JsonValue>('', 'yes', 1, [], 'null') },
  { type: 'text', held: anyText, refused: impossibleText },
  { type: 'character varying', held: anyText, refused: impossibleText },
  { type: 'character', held: anyText, refused: impossibleText },
  { type: 'ext.citext', held: anyText, refused: impossibleText },
  {
    type: 't.short',
    held: anyText.filter((value) => [...value].length <= 5),
    refused: fc.string({ unit: 'grapheme', minLength: 6 }).filter((value) => [...value].length > 5),
  },
  {
    type: 'name',
    held: anyText.filter(fits(63)),
    refused: fc.oneof(impossibleText, fc.constantFrom('é'.repeat(32), 'x'.repeat(64))),
  },
  {
    type: '"char"',
    held: fc.nat(126).map((code) => String.fromCharCode(code + 1)),
    refused: fc.constantFrom('ab', 'é', '😀'),
  },
  {
    type: 'date',
    held: days,
    refused: fc.constantFrom('', 'tomorrow', '2026-02-30', '5874898-01-01', '4713-11-23 BC'),
  },
  { type: 'time without time zone', held: times, refused: fc.constantFrom('', '25:00', '12:60', 'noon') },
  {
    type: 'timestamp without time zone',
    held: timestamps,
    refused: fc.constantFrom('', 'now', '294277-01-01', '2026-13-01T00:00:00'),
  },
  {
    type: 'time with time zone',
    held: zonedTimes,
    isSame: (sent, back) => microsOf(text(sent)) === microsOf(text(back)),
  },
  {
    type: 'timestamp with time zone',
    held: zonedTimestamps,
    refused: fc.constantFrom('', 'today', '2026-11-20T25:00:00Z'),
    isSame: (sent, back) => microsOf(text(sent)) === microsOf(text(back)) && text(back).endsWith('Z'),
  },
  {
    type: 'uuid',
    held: fc.oneof(
      uuid,
      uuid.map((value) => `{${value.toUpperCase()}}`),
    ),
    refused: fc.constantFrom('', 'x', '123'),
    isSame: (sent, back) => text(sent).replace(/[{}]/g, '').toLowerCase() === back,
  },
  { type: 'json', held: json, refused: impossibleJson, isSame: isSameJson },
  { type: 'jsonb', held: json, refused: impossibleJson, isSame: isSameJson },
  { type: 'bytea', held: bytes, refused: fc.constantFrom('not base64!', '\\xzz', 'AQ=I') },
  { type: 'bit', held: fc.stringMatching(/^[01]{1,40}$/), refused: fc.constantFrom('2', 'x1F', 'b1') },
  { type: 'bit varying', held: fc.stringMatching(/^[01]{0,40}$/), refused: fc.constantFrom('2', '01 01') },
  { type: 'inet', held: fc.ipV4(), refused: fc.constantFrom('', 'localhost', '10.0.0.1 or 1=1') },
  { type: 'macaddr', held: hexPairs(6), refused: fc.constantFrom('', '08:00', 'zz:zz:zz:zz:zz:zz') },
  { type: 'macaddr8', held: hexPairs(8), refused: fc.constantFrom('', '08:00') },
  {
    type: 'pg_lsn',
    held: fc
      .tuple(fc.nat(0xffffff), fc.nat(0xffffff))
      .map((halves) => halves.map((half) => half.toString(16).toUpperCase()).join('/')),
    refused: fc.constantFrom('', '1', 'x/y'),
  },
  {
    type: 'int8range',
    held: fc
      .tuple(fc.nat(), fc.integer({ min: 1, max: 1000 }))
      .map(([from, length]) => `[${from},${from + length})`),
    refused: impossibleText,
  },
  {
    type: 'ext.hstore',
    held: fc.stringMatching(/^[a-z]{1,5}$/).map((key) => `"${key}"=>"v \\" ${key}", "n${key}"=>NULL`),
    refused: impossibleText,
    isSame: (sent, back) => text(sent).split(', "').length === text(back).split(', "').length,
  },
  {
    type: 'ext.ltree',
    held: fc
      .array(fc.stringMatching(/^[A-Za-z0-9_]{1,8}$/), { minLength: 1, maxLength: 4 })
      .map((labels) => labels.join('.')),
    refused: impossibleText,
  },
  { type: 't.mood', held: moods, refused: fc.oneof(fc.constantFrom('SAD', 'sad '), impossibleText) },
  { type: 't.mood[]', held: listOf(moods), refused: fc.constantFrom<JsonValue>(['happy'], 'sad') },
  {
    type: 'integer[]',
    held: fc.oneof(listOf(small), matrix),
    refused: fc.constantFrom<JsonValue>([[1], [2, 3]], [[], []], [1, [2]], ['x'], '{1}'),
  },
  {
    type: 'bigint[]',
    held: listOf(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
    refused: fc.constantFrom<JsonValue>([2 ** 53], ['9223372036854775808']),
  },
  { type: 'text[]', held: listOf(anyText), refused: impossibleText.map((value) => [value]) },
  { type: 'boolean[]', held: listOf(fc.boolean()) },
  { type: 'box[]', held: fc.array(fc.constantFrom('(2,3),(0,1)', '(1,1),(0,0)'), { maxLength: 3 }) },
  { type: 'int4range[]', held: listOf(fc.constantFrom('[1,5)', 'empty', '(,)')) },
  { type: 'interval[]', held: listOf(fc.constantFrom('P1Y', 'PT-0.5S')) },
  { type: 'money[]', held: listOf(cents(10n ** 12n)) },
  { type: 'bytea[]', held: listOf(bytes) },
  { type: 'uuid[]', held: listOf(uuid) },
  { type: 'date[]', held: listOf(days) },
  { type: 'timestamp without time zone[]', held: listOf(timestamps) },
  {
    type: 'jsonb[]',
    held: listOf(json),
    refused: impossibleJson.map((value) => [value]),
    isSame: isSameJson,
  },
  { type: 't.scores', held: listOf(small), refused: fc.constantFrom<JsonValue>(['x']) },
  { type: 't.scores[]', held: fc.array(fc.option(listOf(small)), { maxLength: 4 }) },
];
