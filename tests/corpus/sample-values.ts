import type { JsonValue } from '@/lib/base/json';

/** A value in the form, and as an SQL literal; null is NULL. */
export type Sample = readonly [form: JsonValue, literal: string | null];

const same = (...values: string[]): Sample[] => values.map((value) => [value, value]);
const numbers = (...values: number[]): Sample[] => values.map((value) => [value, String(value)]);

const texts = same('abc', '', 'Zoë "x" \\ {1,2}', 'pg_class', '7');
const names = same('pg_class', 'oid', 'public');
const oids = numbers(1259, 0, 23);

/** By type as `format_type` prints it. Routines with an argument of any other type are not called. */
export const samples: Readonly<Record<string, readonly Sample[]>> = {
  boolean: [
    [true, 't'],
    [false, 'f'],
  ],
  smallint: numbers(1, -32768, 7),
  integer: numbers(2, 0, -7),
  bigint: [
    ['3', '3'],
    ['9223372036854775807', '9223372036854775807'],
    [-1, '-1'],
  ],
  numeric: same('1.50', '-12345678901234567890.123456789', '0', 'NaN'),
  real: numbers(0.1, -2.5, 0),
  'double precision': [
    [1.1, '1.1'],
    [-0.5, '-0.5'],
    ['Infinity', 'Infinity'],
  ],
  money: same('12.34', '-0.01'),
  text: texts,
  'character varying': texts,
  character: texts,
  name: names,
  cstring: same('abc', '12', 'pg_class'),
  '"char"': same('a', 'r'),
  bytea: [
    ['AQL/', '\\x0102ff'],
    ['', ''],
  ],
  date: same('2024-02-29', '1999-12-31', 'infinity'),
  'time without time zone': same('14:02:11.123', '00:00:00'),
  'time with time zone': same('14:02:11+02', '00:00:00Z'),
  'timestamp without time zone': same('2024-02-29T14:02:11.123456', '1999-12-31T00:00:00'),
  'timestamp with time zone': same('2024-02-29T14:02:11+02', '1999-12-31T23:59:59.5Z'),
  interval: same('1 day 2 hours', 'P1M', '-3 months 00:00:01'),
  uuid: same('123e4567-e89b-12d3-a456-426614174000'),
  json: [
    [{ a: [1, null, 'x'] }, '{"a":[1,null,"x"]}'],
    [[{ a: 1 }], '[{"a":1}]'],
    ['text', '"text"'],
  ],
  jsonb: [
    [{ a: { b: [1.5, true] }, c: null }, '{"a":{"b":[1.5,true]},"c":null}'],
    [[1, 2, { a: 1 }], '[1,2,{"a":1}]'],
    [7, '7'],
  ],
  jsonpath: same('$.a', '$[*]'),
  xml: same('<a>1</a>', 'text'),
  bit: same('101', '0'),
  'bit varying': same('1011', ''),
  inet: same('192.0.2.10', '2001:db8::1/64', '10.0.0.1/8'),
  cidr: same('192.0.2.0/24', '2001:db8::/32'),
  macaddr: same('08:00:2b:01:02:03'),
  macaddr8: same('08:00:2b:01:02:03:04:05'),
  oid: oids,
  xid: numbers(3, 700),
  xid8: [['3', '3']],
  cid: numbers(0),
  tid: same('(0,1)'),
  pg_lsn: same('16/B374D848', '0/0'),
  regclass: same('pg_class', 'pg_type'),
  regtype: same('integer', 'text'),
  regproc: same('lower', 'now'),
  regprocedure: same('lower(text)'),
  regnamespace: same('pg_catalog'),
  regconfig: same('english', 'simple'),
  regdictionary: same('english_stem'),
  tsvector: same("'a':1 'b':2A", 'the fat cat'),
  tsquery: same('a & !b', 'cat'),
  point: same('(1,2)', '(0,-0.5)'),
  box: same('(2,3),(0,1)'),
  lseg: same('[(0,0),(1,1)]'),
  line: same('{1,-1,0}'),
  path: same('[(0,0),(1,1)]', '((0,0),(1,0),(1,1))'),
  polygon: same('((0,0),(2,0),(2,2))'),
  circle: same('<(1,1),2>'),
  int4range: same('[1,5)', 'empty'),
  int8range: same('[1,5)'),
  numrange: same('(1.5,)'),
  daterange: same('[2024-01-01,2024-02-01)'),
  tsrange: same('[2024-01-01,2024-02-01)'),
  tstzrange: same('[2024-01-01 00:00:00+00,)'),
  regrole: same('postgres'),
  regoper: same('||/'),
  regoperator: same('+(integer,integer)'),
  regcollation: same('"C"'),
  int4multirange: same('{[1,3),[5,7)}', '{}'),
  nummultirange: same('{[1.5,3)}'),
  int2vector: same('1 2', ''),
  oidvector: same('23 25'),
  refcursor: same('c'),
  'contrib.hstore': same('a=>1, "b c"=>NULL', ''),
  'contrib.ltree': same('Top.Science.Astronomy', 'a.b', ''),
  'contrib.ltree[]': [[['Top.Science', 'a'], '{Top.Science,a}']],
  'contrib.lquery': same('Top.*', '*.b'),
  'contrib.lquery[]': [[['*.b'], '{*.b}']],
  'contrib.ltxtquery': same('Science & !b'),
  'contrib.citext': texts,
  'contrib.citext[]': [[['a', 'B'], '{a,B}']],
  'contrib.cube': same('(1, 2)', '(0),(3)'),
  'contrib.seg': same('1.5 .. 2', '5'),
  'contrib.earth': same('(6378168, 0, 0)'),
  'contrib.isbn': same('0-393-04002-X'),
  'contrib.isbn13': same('978-0-393-04002-9'),
  'contrib.issn': same('1436-4522'),
  'contrib.ean13': same('978-0-393-04002-9'),
  'contrib.query_int': same('1&!2'),
  'bytea[]': [[['AQL/', ''], '{"\\\\x0102ff","\\\\x"}']],
  'integer[]': [
    [[1, 2, null], '{1,2,NULL}'],
    [[], '{}'],
  ],
  'text[]': [
    [['a', 'b "c"', ''], '{a,"b \\"c\\"",""}'],
    [[], '{}'],
    [['pg_class'], '{pg_class}'],
  ],
  'name[]': [
    [['pg_class', 'oid'], '{pg_class,oid}'],
    [['public'], '{public}'],
  ],
  'oid[]': [[[23, 25], '{23,25}']],
  'bigint[]': [[['1', '2'], '{1,2}']],
  'smallint[]': [[[1, 2], '{1,2}']],
  'numeric[]': [[['1.5', '2'], '{1.5,2}']],
  'double precision[]': [[[0.1, 0.5, 0.9], '{0.1,0.5,0.9}']],
  'boolean[]': [[[true, false], '{t,f}']],
  'regtype[]': [[['integer', 'text'], '{integer,text}']],
  'real[]': [[[0.5, -1], '{0.5,-1}']],
  'interval[]': [[['P1D', '2 hours'], '{P1D,"2 hours"}']],
  'cstring[]': [[['1', '2'], '{1,2}']],
  '"char"[]': [[['i', 'o'], '{i,o}']],
  'character[]': [[['abc', 'public'], '{abc,public}']],
  'character varying[]': [[['abc'], '{abc}']],
  'timestamp with time zone[]': [[['2024-02-29T00:00:00Z'], '{2024-02-29 00:00:00+00}']],
  'int4range[]': [[['[1,2)', 'empty'], '{"[1,2)",empty}']],
  'int8range[]': [[['[1,2)'], '{"[1,2)"}']],
  'numrange[]': [[['[1.5,)'], '{"[1.5,)"}']],
  'daterange[]': [[['[2024-01-01,2024-01-03)'], '{"[2024-01-01,2024-01-03)"}']],
  'tsrange[]': [[['[2024-01-01,)'], '{"[2024-01-01,)"}']],
  'tstzrange[]': [[['[2024-01-01 00:00:00+00,)'], '{"[2024-01-01 00:00:00+00,)"}']],
  'jsonb[]': [[[{ a: 1 }], '{"{\\"a\\": 1}"}']],
};

/** Values for arguments without a type of their own, by the server's name for them, once a type is named. */
export interface GenericSamples {
  /** The value of the additional input that names the type; null leaves it at text. */
  typeName: string | null;
  byPseudoType: Readonly<Record<string, { cast: string; values: readonly Sample[] }>>;
}

const generic = (
  typeName: string | null,
  element: { cast: string; values: readonly Sample[] },
  array: { cast: string; values: readonly Sample[] },
): GenericSamples => ({
  typeName,
  byPseudoType: {
    anyelement: element,
    anynonarray: element,
    anycompatible: element,
    anycompatiblenonarray: element,
    '"any"': element,
    anyarray: array,
    anycompatiblearray: array,
  },
});

const words = generic(
  null,
  { cast: 'text', values: texts },
  { cast: 'text[]', values: samples['text[]'] ?? [] },
);
const digits = same('2', '7');
const ranges = { cast: 'int4range', values: same('[1,5)', 'empty', '[5,9]') };
const multiranges = { cast: 'int4multirange', values: same('{[1,3),[5,7)}', '{}') };
const numbered = generic(
  'integer',
  { cast: 'integer', values: digits },
  { cast: 'integer[]', values: [[['1', '2'], '{1,2}']] },
);
const integers: GenericSamples = {
  typeName: 'integer',
  byPseudoType: {
    ...numbered.byPseudoType,
    anyrange: ranges,
    anycompatiblerange: ranges,
    anymultirange: multiranges,
    anycompatiblemultirange: multiranges,
  },
};
const moods: GenericSamples = {
  typeName: 'public.mood',
  byPseudoType: { anyenum: { cast: 'public.mood', values: same('ok', 'sad') } },
};
const pairs: GenericSamples = {
  typeName: 'public.pair',
  byPseudoType: { record: { cast: 'public.pair', values: same('(1,a)', '(,"b c")') } },
};

/** In order of preference: the first that has values for all such arguments of a routine is used. */
export const genericSamples: readonly GenericSamples[] = [words, integers, moods, pairs];
