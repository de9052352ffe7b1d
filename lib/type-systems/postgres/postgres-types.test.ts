import { describe, expect, test } from 'vitest';
import { type PostgresType, postgresInputType, postgresInputTypeByName } from './postgres-types';

const text: PostgresType = { kind: 'base', name: 'text' };

function shape(name: string) {
  const { jsonType, component, inputType, constraints } = postgresInputTypeByName(name);
  return [jsonType, component, inputType, constraints];
}

describe('Postgres types', () => {
  test.each([
    ['smallint', { minimum: -32768, maximum: 32767, step: 1 }],
    ['int4', { minimum: -2147483648, maximum: 2147483647, step: 1 }],
    ['bigint', { minimum: '-9223372036854775808', maximum: '9223372036854775807', step: 1 }],
    ['serial', { minimum: 1, maximum: 2147483647, step: 1 }],
    ['bigserial', { minimum: 1, maximum: '9223372036854775807', step: 1 }],
    ['numeric', {}],
    ['numeric(12,2)', { minimum: '-9999999999.99', maximum: '9999999999.99', step: '0.01' }],
    ['decimal(5)', { minimum: -99999, maximum: 99999, step: 1 }],
    ['numeric(3,-2)', { minimum: -99900, maximum: 99900, step: 100 }],
    ['numeric(3,5)', { minimum: '-0.00999', maximum: '0.00999', step: '0.00001' }],
    ['numeric(20,0)', { minimum: '-99999999999999999999', maximum: '99999999999999999999', step: 1 }],
    ['money', { minimum: '-92233720368547758.08', maximum: '92233720368547758.07', step: '0.01' }],
  ])('%s is a number with its own bounds', (name, constraints) => {
    expect(shape(name)).toEqual(['number', 'b-input', 'number', constraints]);
  });

  test.each([
    ['boolean', 'boolean', 'b-checkbox'],
    ['bool', 'boolean', 'b-checkbox'],
    ['date', 'string', 'b-datepicker'],
    ['timestamp without time zone', 'string', 'b-datetimepicker'],
    ['timestamp(3) with time zone', 'string', 'b-datetimepicker'],
    ['timestamptz', 'string', 'b-datetimepicker'],
    ['time without time zone', 'string', 'b-timepicker'],
    ['timetz', 'string', 'b-timepicker'],
    ['json', 'object', 'json'],
    ['jsonb', 'object', 'json'],
    ['real', 'number', 'b-input'],
    ['interval', 'string', 'b-input'],
    ['inet', 'string', 'b-input'],
    ['int4range', 'string', 'b-input'],
    ['bit(3)', 'string', 'b-input'],
    ['xml', 'string', 'b-input'],
    ['bytea', 'string', 'b-input'],
    ['public.hstore', 'string', 'b-input'],
    ['shop.json', 'string', 'b-input'],
    ['xid8', 'number', 'b-input'],
    ['gis.geometry(Point,4326)', 'string', 'b-input'],
    ['', 'string', 'b-input'],
    ['"odd ( name"', 'string', 'b-input'],
    ['text[]', 'array', 'multiselect'],
    ['numeric(5,2)[]', 'array', 'multiselect'],
    ['boolean[]', 'array', 'json'],
    ['integer[][]', 'array', 'multiselect'],
  ])('%s is edited as %s by %s', (name, jsonType, component) => {
    expect(postgresInputTypeByName(name)).toMatchObject({ typeId: name, jsonType, component });
  });

  test.each([
    ['character varying(20)', { maxLength: 20 }],
    ['varchar', { maxLength: 1073741824 }],
    ['text', { maxLength: 1073741824 }],
    ['character(3)', { maxLength: 3 }],
    ['name', { maxLength: 63, maxBytes: 63 }],
    ['public.citext', { maxLength: 1073741824 }],
  ])('%s has its length', (name, constraints) => {
    expect(postgresInputTypeByName(name).constraints).toEqual(constraints);
  });

  test('an enum offers its labels, in their order', () => {
    const mood: PostgresType = { kind: 'enum', name: 'public.mood', labels: ['sad', 'ok', ''] };
    expect(postgresInputType(mood)).toMatchObject({ component: 'b-select', options: ['sad', 'ok', ''] });
    expect(postgresInputType({ kind: 'array', name: 'public.mood[]', element: mood })).toMatchObject({
      component: 'multiselect',
      options: ['sad', 'ok', ''],
    });
  });

  test.each([
    ['daterange', '[2026-01-01,2026-02-01)'],
    ['int4range', '[1,10)'],
    ['nummultirange', '{[1.5,10)}'],
    ['shop.hours', '[1,10)'],
  ])('a value of %s that is not a range is answered with an example of one', (name, example) => {
    expect(postgresInputType({ kind: 'range', name }).constraints.validationMessage).toBe(
      `Must be a range such as ${example}`,
    );
    expect(example).toMatch(
      new RegExp(`^${postgresInputType({ kind: 'range', name }).constraints.pattern}$`),
    );
  });

  test('a domain is edited as its base, under its own name', () => {
    const email: PostgresType = {
      kind: 'domain',
      name: 'shop.email',
      base: { kind: 'base', name: 'character varying(80)' },
    };
    expect(postgresInputType(email)).toMatchObject({
      typeId: 'shop.email',
      component: 'b-input',
      constraints: { maxLength: 80 },
    });
    expect(
      postgresInputType({
        kind: 'domain',
        name: 'shop.tags',
        base: { kind: 'array', name: 'text[]', element: text },
      }),
    ).toMatchObject({
      typeId: 'shop.tags',
      jsonType: 'array',
      element: { typeId: 'text' },
    });
  });

  test('a composite has its attributes, in order', () => {
    const point: PostgresType = {
      kind: 'composite',
      name: 'shop.point',
      attributes: [
        { key: 'label', type: text },
        { key: 'x', type: { kind: 'base', name: 'numeric(5,2)' } },
      ],
    };
    const type = postgresInputType(point);
    expect(type).toMatchObject({ jsonType: 'object', component: 'json' });
    expect(type.properties?.map(({ key, type: { typeId } }) => [key, typeId])).toEqual([
      ['label', 'text'],
      ['x', 'numeric(5,2)'],
    ]);
  });

  test('polymorphic arguments are texts, and lists of texts', () => {
    const control = (name: string) => postgresInputType({ kind: 'pseudo', name });
    expect(control('anyelement')).toMatchObject({ jsonType: 'string', component: 'b-input' });
    expect(control('anynonarray')).toMatchObject({ jsonType: 'string', component: 'b-input' });
    expect(control('anyarray')).toMatchObject({
      jsonType: 'array',
      component: 'multiselect',
      element: { typeId: 'text' },
    });
  });
});
