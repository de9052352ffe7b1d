import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { coerceValue } from '@/lib/values/coerce-value';
import { mssqlConnector } from '@/server/connectors/mssql/connector';
import type { DoubleRoutine } from '../../support/doubles/tds/routine';
import { waiting } from '../postgres/support';
import { createSqlServer, type SqlServerSource } from './sql-server-source';

let server: SqlServerSource;

beforeAll(async () => {
  server = await createSqlServer([]);
});
afterAll(() => server.close());

const discover = () => mssqlConnector.discover(server.connection, server.context);

test('procedures and functions are listed with what they are, and why one can not be used', async () => {
  server.replace([
    {
      name: 'refund',
      description: 'Refunds an order.\nMore.',
      definition: 'create procedure dbo.refund @order_id int, @note nvarchar(50) = null as select 1',
      parameters: [
        { name: '@order_id', type: 'int' },
        { name: '@note', type: 'nvarchar(50)' },
        { name: '@total', type: 'money', isOutput: true },
      ],
    },
    { name: 'total', type: 'FN', parameters: [{ name: '@id', type: 'bigint' }] },
    { schema: 'Sales', name: 'Open Orders', type: 'IF', mayUse: false },
    { name: 'walks', parameters: [{ name: '@c', type: 'cursor', isOutput: true }] },
  ]);
  expect(await discover()).toMatchObject([
    {
      cloudId: `db::mssql::${server.context.credsId}::dbo.refund`,
      cloudName: 'dbo.refund',
      friendlyName: 'refund',
      signature: '@order_id int, @note nvarchar(50), @total money output',
      unavailableReason: null,
      traits: ['Refunds an order.'],
      warningTag: 'updates_data',
    },
    { cloudName: 'dbo.total', traits: ['scalar function'], warningTag: 'safe' },
    {
      cloudName: 'Sales.Open Orders',
      traits: ['table function'],
      unavailableReason: '"pushboard" may not use this routine. Ask its owner for SELECT on it.',
    },
    { cloudName: 'dbo.walks', unavailableReason: expect.stringContaining('@c is a cursor') },
  ]);
});

test('inputs have the types and defaults of the declaration; aliases show their own name', async () => {
  server.replace([
    {
      name: 'p',
      definition:
        "create procedure p @Phone dbo.Phone = N'555', @amount decimal(12,2), @from date = null, @by sysname = @@servername, @out int = 3 output as",
      parameters: [
        {
          name: '@phone',
          type: 'nvarchar(20)',
          alias: { schema: 'dbo', name: 'Phone' },
          description: 'Of a person',
        },
        { name: '@amount', type: 'decimal(12,2)' },
        { name: '@from', type: 'date' },
        { name: '@by', type: 'nvarchar(128)' },
        { name: '@out', type: 'int', isOutput: true },
      ],
    },
    { name: 'secret', definition: null, parameters: [{ name: '@a', type: 'int' }] },
  ]);
  const { inputs, warningTag } = await server.describeRoutine('dbo.p');
  expect(warningTag).toBe('updates_data');
  expect(
    inputs.map((input) => [
      input.key,
      input.type.typeId,
      input.defaultValue,
      input.defaultExpression,
      input.defaultAmbiguousInput,
    ]),
  ).toEqual([
    ['phone', 'dbo.Phone', '555', null, 'omit'],
    ['amount', 'decimal(12,2)', null, null, 'required'],
    ['from', 'date', null, null, 'omit'],
    ['by', 'nvarchar(128)', null, '@@servername', 'omit'],
    ['out', 'int', 3, null, 'omit'],
  ]);
  expect(inputs[0]).toMatchObject({ description: 'Of a person', type: { constraints: { maxLength: 20 } } });
  expect((await server.describeRoutine('dbo.secret')).inputs[0]?.defaultAmbiguousInput).toBe('omit');
});

test('texts have the charset of their collation, which decides what fits', async () => {
  const table = {
    schema: 'dbo',
    name: 'Names',
    columns: [{ name: 'name', type: 'varchar(4)', codePage: 65001 }],
  };
  server.replace([
    {
      name: 'p',
      parameters: [
        { name: '@page', type: 'varchar(4)', codePage: 1252 },
        { name: '@wide', type: 'nvarchar(4)', codePage: 1252 },
        { name: '@old', type: 'char(4)', codePage: 437 },
        { name: '@rows', type: 'Names', table },
        { name: '@at', type: 'datetime2(3)' },
      ],
    },
  ]);
  const { inputs } = await server.describeRoutine('dbo.p');
  expect(inputs.map(({ type }) => type.constraints.charset ?? null)).toEqual([
    'windows-1252',
    null,
    null,
    null,
    null,
  ]);
  const takes = (key: string, value: JsonValue): boolean => {
    const input = inputs.find((each) => each.key === key);
    return input !== undefined && coerceValue(input.type, value).ok;
  };
  expect([takes('page', 'éé€ß'), takes('page', 'Ā')]).toEqual([true, false]);
  expect([takes('wide', '😀😀'), takes('wide', '😀😀!')]).toEqual([true, false]);
  expect([takes('rows', [{ name: 'éé' }]), takes('rows', [{ name: 'éé!' }])]).toEqual([true, false]);
  expect([takes('at', '2026-01-01T10:00:00.123'), takes('at', '2026-01-01T10:00:00.1234')]).toEqual([
    true,
    false,
  ]);
});

test('a renamed or moved routine keeps its marks, and a changed one keeps neither', async () => {
  const routine = (name: string, body: string, schema = 'dbo'): DoubleRoutine => ({
    schema,
    name,
    definition: `create procedure ${name} @a int = 1 as ${body}`,
  });
  const marksOf = async (present: DoubleRoutine) => {
    server.replace([present]);
    return (await discover())[0]?.likeness;
  };
  const before = await marksOf(routine('a', 'select 1'));
  expect(await marksOf(routine('b', 'select 1', 'sales'))).toEqual(before);
  expect(await marksOf(routine('a', 'select 2'))).not.toContain(before?.[1]);
});

test('1,000 procedures are listed with less than 10 seconds of work, in as many queries as one', async () => {
  const filler = `-- ${'x'.repeat(4_000)}\n`;
  server.replace(
    Array.from({ length: 1_000 }, (_, index) => ({
      name: `report ${index}`,
      definition: `${filler}create procedure [report ${index}] @a int = ${index}, @b nvarchar(max) = null as select 1`,
      parameters: Array.from({ length: 10 }, (__, position) => ({
        name: `@p${position}`,
        type: 'nvarchar(50)',
      })),
    })),
  );
  await mssqlConnector.check(server.connection, server.context, waiting());
  server.double.requests.length = 0;
  // Of this process, which is the server as well: what else the machine does must not count.
  const before = process.cpuUsage();
  const found = await discover();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(10_000);
  expect(found).toHaveLength(1_000);
  const all = await mssqlConnector.describeAll(
    server.connection,
    server.context,
    found.map(({ cloudId }) => cloudId),
  );
  expect(all.size).toBe(1_000);
  expect(server.double.requests.filter(({ sql }) => /from sys\./.test(sql)).length).toBeLessThanOrEqual(5);
});

test('S35 a command of another credential is not found, and one of nobody neither', async () => {
  server.replace([{ name: 'p' }]);
  const { connection, context } = server;
  for (const cloudId of [
    `db::mssql::${context.credsId + 1}::dbo.p`,
    `db::mssql::${context.credsId}::dbo.q`,
    'dbo.p',
  ]) {
    await expect(mssqlConnector.describe(connection, context, cloudId)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});

test('the SQL of a command names its inputs', async () => {
  server.replace([
    {
      name: 'p',
      parameters: [
        { name: '@a', type: 'int' },
        { name: '@b', type: 'int', isOutput: true },
      ],
    },
    { name: 'f', type: 'FN', parameters: [{ name: '@a', type: 'int' }] },
    { name: 't', type: 'TF' },
  ]);
  const sqlOf = async (name: string) => mssqlConnector.sql?.((await server.describeRoutine(name)).executable);
  expect(await sqlOf('dbo.p')).toBe('EXEC [dbo].[p] @a = :a, @b = :b OUTPUT');
  expect(await sqlOf('dbo.f')).toBe('SELECT [dbo].[f](:a)');
  expect(await sqlOf('dbo.t')).toBe('SELECT * FROM [dbo].[t]()');
});
