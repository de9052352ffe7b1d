import fc from 'fast-check';
import { escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { createSource, execute, type Source } from './postgres-support';

let source: Source;

beforeAll(async () => {
  source = await createSource('create schema shop');
});

afterAll(() => source.drop());

describe('S38 S51 hostile names', () => {
  const names = [
    '"',
    "'",
    '\\',
    ';--',
    'a b',
    '__proto__',
    'constructor',
    'a.b',
    'f(x)',
    '$1',
    '%s',
    '😀',
    'select',
    'Upper',
    ' ',
    'a\nb',
    '"; drop schema shop; --',
  ];

  test.each(names)('S38 hostile routine, schema and parameter names are quoted: %j', async (name) => {
    const schema = `s ${name}`;
    const quoted = escapeIdentifier(name);
    await source.admin.query(`
      create schema ${escapeIdentifier(schema)};
      create type ${escapeIdentifier(schema)}.${quoted} as (${quoted} integer);
      create function ${escapeIdentifier(schema)}.${quoted}(${quoted} text, other ${escapeIdentifier(schema)}.${quoted})
        returns table (${escapeIdentifier(`out ${name}`)} text, other integer) language sql as 'select $1, ($2).*'`);
    const found = (await postgresConnector.discover(source.connection, source.context)).filter(
      ({ friendlyName }) => friendlyName === name,
    );
    expect(found).toHaveLength(1);
    const cloudId = found[0]?.cloudId ?? '';
    const { inputs, executable } = await postgresConnector.describe(
      source.connection,
      source.context,
      cloudId,
    );
    expect(inputs.map(({ key }) => key)).toEqual([name, 'other']);
    const values = Object.fromEntries([
      [name, 'v'],
      ['other', Object.fromEntries([[name, 7]])],
    ]);
    const outcome = await execute(source.connection, source.context, executable, values);
    expect(outcome.errors).toEqual([]);
    expect(outcome.tables[0]?.columns.map((column) => column.name)).toEqual([`out ${name}`, 'other']);
    expect(outcome.tables[0]?.rows).toEqual([['v', 7]]);
  });

  test('S38 names are quoted, whatever they hold', async () => {
    const anyName = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 12 })
      .filter((name) => !name.includes('\0'));
    await fc.assert(
      fc.asyncProperty(anyName, anyName, async (name, argument) => {
        await source.admin.query('drop schema if exists fuzz cascade; create schema fuzz');
        await source.admin.query(
          `create function fuzz.${escapeIdentifier(name)}(${escapeIdentifier(argument)} text) returns text language sql as 'select $1'`,
        );
        const found = await postgresConnector.discover(source.connection, source.context);
        const cloudId = found.find(({ cloudName }) => cloudName.startsWith('fuzz.'))?.cloudId ?? '';
        const { executable, inputs } = await postgresConnector.describe(
          source.connection,
          source.context,
          cloudId,
        );
        expect(inputs.map(({ key }) => key)).toEqual([argument]);
        const values = Object.fromEntries([[argument, 'v']]);
        expect((await execute(source.connection, source.context, executable, values)).value?.cell).toBe('v');
      }),
      { numRuns: 40 },
    );
  });

  test('S51 an unnamed argument and one that is called $1 are told apart', async () => {
    await source.admin.query(
      `create function shop.dollars(integer, "$1" integer) returns text language sql as 'select $1 || '':'' || $2'`,
    );
    const { inputs } = await source.describeRoutine('shop.dollars(integer, integer)');
    expect(inputs.map(({ key }) => key)).toEqual(['$$1', '$1']);
    expect((await source.run('shop.dollars(integer, integer)', { $$1: 1, $1: 2 })).value?.cell).toBe('1:2');
  });
});
