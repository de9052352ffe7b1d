import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, type Decimal, decimalText, parseDecimal } from '@/lib/inputs/decimal';
import type { AmbiguousDefault, Input, InputType } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { checkValues } from '@/lib/values/check-values';
import { coerceValue } from '@/lib/values/coerce-value';
import { mssqlInputTypeByName, mssqlTypeNames } from './mssql/mssql-types';
import { openapiInputType, openapiTypes } from './openapi/openapi-types';
import { postgresInputTypeByName } from './postgres/postgres-types';
import { pythonInputTypeByName, pythonTypeNames } from './scripts/python-types';
import { rInputTypeByName, rTypeNames } from './scripts/r-types';
import { typeSystemNames, typeSystemOf } from './type-systems';

const postgresNames = [
  ...['smallint', 'integer', 'bigint', 'smallserial', 'serial', 'bigserial', 'oid', 'xid', 'cid', 'xid8'],
  ...['numeric', 'numeric(12,2)', 'real', 'double precision', 'money', 'boolean'],
  ...[
    'text',
    'citext',
    'character varying',
    'character varying(20)',
    'character(3)',
    '"char"',
    'name',
    'xml',
  ],
  ...['uuid', 'bytea', 'bit(3)', 'bit varying(5)', 'inet', 'cidr', 'macaddr', 'macaddr8', 'tid', 'interval'],
  ...['date', 'timestamp without time zone', 'timestamp with time zone', 'time without time zone'],
  ...['time with time zone', 'json', 'jsonb', 'int4range', 'pg_lsn', 'int2vector', 'oidvector', 'hstore'],
  ...['text[]', 'integer[]', 'numeric(5,2)[]', 'boolean[]', 'date[]', 'point', 'tsvector'],
];
const measuredNames = [
  'varchar(20)',
  'varchar(max)',
  'nvarchar(20)',
  'nvarchar(max)',
  'decimal(12,2)',
  'float(24)',
];
const genericNames = [
  'list[int]',
  'set[str]',
  'Optional[date]',
  'int | None',
  'dict[str, int]',
  'Literal["a", "b"]',
];

const named = (names: readonly string[], typeOf: (name: string) => InputType | null): [string, InputType][] =>
  names.map((name) => {
    const type = typeOf(name);
    if (type === null) throw new Error(`Unknown type: ${name}`);
    return [`${type.typeSystem}::${name}`, type];
  });

const types = [
  ...named(postgresNames, postgresInputTypeByName),
  ...named([...openapiTypes.keys()], (name) => openapiInputType(name)),
  ...named([...mssqlTypeNames, ...measuredNames], mssqlInputTypeByName),
  ...named([...pythonTypeNames, ...genericNames], pythonInputTypeByName),
  ...named([...rTypeNames, 'vector<integer>', 'factor(low, high)'], rInputTypeByName),
];

const ofKind = (isMeant: (type: InputType) => boolean) => types.filter(([, type]) => isMeant(type));

/** The value that the form's text becomes, or null if it is refused. */
function sent(type: InputType, value: JsonValue): JsonValue | undefined {
  const coerced = coerceValue(type, value);
  return coerced.ok ? coerced.value : undefined;
}

/** A number one step beyond a bound, as text with every digit. */
function beyond(bound: Decimal, step: Decimal, sign: 1 | -1): string {
  const scale = Math.min(bound.exponent, step.exponent, 0);
  const units = (of: Decimal) =>
    BigInt(`${of.negative ? '-' : ''}${of.digits || '0'}`) * 10n ** BigInt(of.exponent - scale);
  const sum = units(bound) + BigInt(sign) * units(step);
  const digits = String(sum < 0n ? -sum : sum);
  return decimalText({
    negative: sum < 0n,
    digits: digits.replace(/0+$/, ''),
    exponent: scale + (digits.length - digits.replace(/0+$/, '').length),
  });
}

it('every type system has its types here', () => {
  expect(new Set(types.map(([, { typeSystem }]) => typeSystem))).toEqual(new Set(typeSystemNames));
});

describe('the lowest and the highest number of a type are sent to the last digit, and one beyond is not', () => {
  it.each(ofKind(({ jsonType }) => jsonType === 'number'))('%s', (_, type) => {
    const { minimum, maximum, step } = type.constraints;
    for (const [bound, sign] of [
      [minimum, -1],
      [maximum, 1],
    ] as const) {
      if (bound === undefined) continue;
      const text = String(bound);
      expect(sent(type, text)).toBeDefined();
      expect(compareDecimals(parsed(sent(type, text)), parsed(text))).toBe(0);
      const further =
        step === undefined ? `${text.replace(/e/i, '9e')}` : beyond(parsed(text), parsed(String(step)), sign);
      expect([further, sent(type, further)]).toEqual([further, undefined]);
    }
  });

  it.each(ofKind(({ jsonType, constraints }) => jsonType === 'number' && constraints.step === 1))(
    '%s keeps every whole number within them, and no fraction',
    (_, type) => {
      const low = type.constraints.minimum === undefined ? -(10n ** 30n) : BigInt(type.constraints.minimum);
      const high = type.constraints.maximum === undefined ? 10n ** 30n : BigInt(type.constraints.maximum);
      fc.assert(
        fc.property(fc.bigInt(low, high), (whole) => {
          expect(sent(type, ` ${whole} `)).toBe(String(whole));
          expect(sent(type, `${whole}.5`)).toBeUndefined();
        }),
      );
    },
  );

  const parsed = (value: JsonValue | undefined): Decimal => {
    const decimal = parseDecimal(String(value));
    if (decimal === null) throw new Error(`${value} is not a number`);
    return decimal;
  };
});

describe('the first and the last day of a type are sent, and no day beyond', () => {
  const isMoment = ({ component }: InputType) =>
    component === 'b-datepicker' || component === 'b-datetimepicker';
  it.each(ofKind(isMoment))('%s', (_, type) => {
    const { minimum, maximum } = type.constraints;
    // The first day of a calendar with four digits for the year.
    const first = typeof minimum === 'string' && minimum > '0001' ? minimum : '0001-01-01';
    expect(sent(type, first)).toBeDefined();
    if (typeof minimum === 'string' && minimum > '0001-01-01') {
      expect(sent(type, `${Number(minimum.slice(0, 4)) - 1}${minimum.slice(4)}`)).toBeUndefined();
    }
    expect(sent(type, String(maximum).slice(0, String(maximum).lastIndexOf('-') + 3))).toBeDefined();
    expect(sent(type, `${Number(String(maximum).split('-')[0]) + 1}-01-01`)).toBeUndefined();
    for (const impossible of ['2026-02-30', '2026-13-01', 'tomorrow', '١٢-٠١-٢٠٢٦', '2026-1-1']) {
      expect([impossible, sent(type, impossible)]).toEqual([impossible, undefined]);
    }
  });
});

describe('text is sent as it was typed, up to its length', () => {
  const isPlain = ({ jsonType, component, options, constraints }: InputType) =>
    jsonType === 'string' && component === 'b-input' && options === null && constraints.pattern === undefined;
  it.each(ofKind(isPlain))('%s', (_, type) => {
    const { maxLength = 40, maxBytes } = type.constraints;
    const length = Math.min(maxLength, 40);
    const units =
      maxBytes === undefined
        ? fc.string({ unit: 'grapheme', maxLength: length })
        : fc.string({ maxLength: length });
    fc.assert(
      fc.property(units, (typed) => {
        const counted = typeSystemOf(type).textLength(typed, type.constraints) ?? 0;
        fc.pre(counted <= length && !typed.includes('\0'));
        expect(sent(type, typed)).toBe(typed);
      }),
    );
    for (const kept of ['ß', '漢']) {
      if (maxBytes === undefined) expect(sent(type, kept)).toBe(kept);
    }
    expect(sent(type, '\0')).toBeUndefined();
    expect(sent(type, '\uD83D')).toBeUndefined();
    if (type.constraints.maxLength !== undefined && maxLength <= 10_000) {
      expect(sent(type, 'x'.repeat(maxLength))).toBe('x'.repeat(maxLength));
      expect(sent(type, 'x'.repeat(maxLength + 1))).toBeUndefined();
    }
  });

  const isForm = ({ constraints }: InputType) => constraints.pattern !== undefined;
  it.each(ofKind(isForm))('%s refuses text of another form with its message', (_, type) => {
    for (const other of ['漢字 🙂', '\u0000', '<script>', ';--']) {
      const coerced = coerceValue(type, other);
      expect([other, coerced.ok]).toEqual([other, false]);
      if (!coerced.ok) expect(coerced.message).toMatch(/^Must/);
    }
  });
});

describe('yes or no, lists, and objects', () => {
  it.each(ofKind(({ jsonType }) => jsonType === 'boolean'))('%s is true or false', (_, type) => {
    expect([true, 'true', 'TRUE', false, 'false'].map((value) => sent(type, value))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    for (const other of ['yes', 'wahr', 2, [], '']) expect(sent(type, other)).toBeUndefined();
  });

  it.each(ofKind(({ jsonType }) => jsonType === 'array'))('%s is a list, empty or not', (_, type) => {
    expect(sent(type, [])).toEqual([]);
    for (const other of ['a', 1, { a: 1 }, true]) expect(sent(type, other)).toBeUndefined();
    if (type.element?.jsonType === 'number') {
      expect(sent(type, ['1', '2'])).toEqual(['1', '2']);
      expect(sent(type, ['1', 'x'])).toBeUndefined();
    }
    if (type.constraints.uniqueItems) expect(sent(type, ['a', 'a'])).toBeUndefined();
  });

  it.each(ofKind(({ jsonType, properties }) => jsonType === 'object' && properties === null))(
    '%s is any JSON, kept as it is',
    (_, type) => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
          const coerced = coerceValue(type, value as JsonValue);
          if (coerced.ok) expect(coerced.value).toEqual(value);
        }),
      );
      expect(sent(type, { größe: '漢' })).toEqual({ größe: '漢' });
    },
  );
});

describe('null and empty', () => {
  const caller = { variables: {}, mayOverrideHidden: true };
  const input = (type: InputType, defaultAmbiguousInput: AmbiguousDefault): Input => ({
    inputId: 1,
    templateInputId: 1,
    key: 'a',
    type,
    defaultExpression: null,
    ...unconfigured,
    defaultAmbiguousInput,
  });
  it.each(types)('%s: null is a value, and empty is what the input says', (_, type) => {
    expect(sent(type, null)).toBeNull();
    const outcome = (rule: AmbiguousDefault, values: Record<string, JsonValue>) =>
      checkValues([input(type, rule)], values, caller);
    expect(outcome('required', {})).toMatchObject({ ok: false });
    expect(outcome('explicitNull', {})).toMatchObject({ ok: true, sent: { a: null } });
    expect(outcome('omit', {})).toMatchObject({ ok: true, sent: {} });
    expect(outcome('emptyString', {})).toMatchObject({ ok: true, sent: { a: '' } });
  });
});
