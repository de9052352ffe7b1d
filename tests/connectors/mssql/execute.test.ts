import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { mssqlInputTypeByName } from '@/lib/type-systems/mssql/mssql-types';
import { coerceValue } from '@/lib/values/coerce-value';
import { mssqlConnector } from '@/server/connectors/mssql/connector';
import { Reply } from '../../support/doubles/tds/reply';
import type { DoubleRoutine } from '../../support/doubles/tds/routine';
import type { WireValue } from '../../support/doubles/tds/types';
import { createSqlServer, execute, type SqlServerSource } from './sql-server-source';

/** Each type with values as people fill them in, and as the result shows them. */
const values: [type: string, filledIn: JsonValue, shown: JsonValue][] = [
  ['tinyint', 255, 255],
  ['smallint', -32768, -32768],
  ['int', 2147483647, 2147483647],
  ['bigint', '-9223372036854775808', '-9223372036854775808'],
  ['bigint', '9007199254740993', '9007199254740993'],
  ['bit', true, true],
  ['bit', false, false],
  ['money', '922337203685477.5807', '922337203685477.5807'],
  ['money', '-922337203685477.5808', '-922337203685477.5808'],
  ['money', '1.1', '1.1000'],
  ['money', '0.0003', '0.0003'],
  ['smallmoney', '214748.3647', '214748.3647'],
  ['smallmoney', '-0.0001', '-0.0001'],
  ['decimal(38,10)', '1234567890123456789012345678.0123456789', '1234567890123456789012345678.0123456789'],
  ['decimal(12,2)', '-0.10', '-0.10'],
  ['decimal(9,0)', 999999999, '999999999'],
  ['numeric(19,4)', '123456789012345.6789', '123456789012345.6789'],
  ['numeric(28,28)', '0.1234567890123456789012345678', '0.1234567890123456789012345678'],
  ['float', 0.1, 0.1],
  ['float', '1.7976931348623157e308', 1.7976931348623157e308],
  ['real', 0.1, 0.1],
  ['date', '0001-01-01', '0001-01-01'],
  ['date', '9999-12-31', '9999-12-31'],
  ['time(7)', '23:59:59.9999999', '23:59:59.9999999'],
  ['time(0)', '14:02', '14:02:00'],
  ['datetime', '1753-01-01T00:00', '1753-01-01T00:00:00'],
  ['datetime', '2026-11-20T14:02:11.123', '2026-11-20T14:02:11.123'],
  ['smalldatetime', '2079-06-06T23:59', '2079-06-06T23:59:00'],
  ['datetime2(7)', '2026-11-20T14:02:11.1234567', '2026-11-20T14:02:11.1234567'],
  ['datetime2(3)', '0001-01-01T00:00:00.001', '0001-01-01T00:00:00.001'],
  ['datetimeoffset(7)', '2026-11-20T23:30:00.1234567+05:30', '2026-11-20T23:30:00.1234567+05:30'],
  ['datetimeoffset(0)', '2026-01-01T00:30:00-08:00', '2026-01-01T00:30:00-08:00'],
  ['datetimeoffset(7)', '2026-11-20T23:30Z', '2026-11-20T23:30:00Z'],
  ['uniqueidentifier', '0E984725-C51C-4BF4-9960-E1C80E27ABA0', '0E984725-C51C-4BF4-9960-E1C80E27ABA0'],
  ['varchar(20)', 'café', 'café'],
  ['char(3)', 'abc', 'abc'],
  ['nvarchar(50)', "O'Brien; drop table x --", "O'Brien; drop table x --"],
  ['nvarchar(max)', 'ü'.repeat(10_000), 'ü'.repeat(10_000)],
  ['nchar(2)', '日本', '日本'],
  ['varchar(max)', 'é'.repeat(40_000), 'é'.repeat(40_000)],
  ['varbinary(8)', '0xDEADBEEF', '3q2+7w=='],
  ['varbinary(max)', '3q2+7w==', '3q2+7w=='],
  ['binary(2)', '0x00FF', 'AP8='],
  ['rowversion', '0x00000000000007D1', 'AAAAAAAAB9E='],
  ['xml', '<a>é</a>', '<a>é</a>'],
  ['sql_variant', 'anything', 'anything'],
];

const echo = (type: string, index: number): DoubleRoutine => ({
  name: `echo ${index}`,
  parameters: [
    { name: '@value', type },
    { name: '@none', type },
  ],
  async body({ reply, values: given }) {
    await reply.table([
      { name: 'value', type },
      { name: 'none', type },
    ]);
    await reply.row([given.get('@value') ?? null, given.get('@none') ?? null]);
    await reply.doneInProc(1);
  },
});

let server: SqlServerSource;

beforeAll(async () => {
  server = await createSqlServer([]);
});
afterAll(() => server.close());

test('S39 every type arrives as it was filled in, and comes back to the last digit', async () => {
  server.replace(values.map(([type], index) => echo(type, index)));
  for (const [index, [type, filledIn, shown]] of values.entries()) {
    const inputType = mssqlInputTypeByName(type);
    if (inputType === null) throw new Error(type);
    const coerced = coerceValue(inputType, filledIn);
    if (!coerced.ok) throw new Error(`${type}: ${coerced.message}`);
    const { tables, errors } = await server.run(`dbo.echo ${index}`, { value: coerced.value, none: null });
    expect(errors).toEqual([]);
    expect([type, tables[0]?.columns[0]?.type, tables[0]?.rows]).toEqual([type, type, [[shown, null]]]);
  }
  // Nothing was written into a statement, not even the harmless.
  const texts = server.double.requests.map(({ sql }) => sql).join('\n');
  expect(texts).not.toMatch(/Brien|DEADBEEF|5477/);
});

test('OUTPUT parameters come back exact, next to result sets, row counts, and the return value', async () => {
  server.replace([
    {
      name: 'refund',
      parameters: [
        { name: '@order_id', type: 'int' },
        { name: '@total', type: 'decimal(38,4)', isOutput: true },
        { name: '@fee', type: 'money', isOutput: true },
        { name: '@note', type: 'nvarchar(max)', isOutput: true },
        { name: '@answer', type: 'xml', isOutput: true },
        { name: '@at', type: 'datetimeoffset(7)', isOutput: true },
      ],
      async body({ reply, values: given, output }) {
        await reply.message({ message: 'begins' });
        await reply.table([{ name: 'id', type: 'int' }]);
        await reply.row([given.get('@order_id') ?? null]);
        await reply.doneInProc(1);
        await reply.doneInProc(7);
        await reply.doneInProc(0);
        await reply.doneInProc();
        await reply.table([
          { name: '', type: 'varchar(10)' },
          { name: '', type: 'bigint' },
        ]);
        await reply.doneInProc(0);
        await reply.message({ message: 'careful', severity: 10, number: 50000 });
        output('@total', '1234567890123456789012345678901234.5678');
        output('@fee', String(given.get('@fee')));
        output('@note', 'x'.repeat(9_000));
        output('@answer', '<ok/>');
        output('@at', '2026-11-20 23:30:00.1234567+05:30');
        return 3;
      },
    },
  ]);
  const run = await server.run('dbo.refund', { order_id: 7, fee: '922337203685477.5807' });
  expect(run.errors).toEqual([]);
  expect(run.tables).toEqual([
    { columns: [{ name: 'id', type: 'int' }], rows: [[7]] },
    {
      columns: [
        { name: '', type: 'varchar(10)' },
        { name: '', type: 'bigint' },
      ],
      rows: [],
    },
  ]);
  expect(run.affected).toEqual([7, 0]);
  expect(run.log.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'begins'],
    ['notice', 'careful'],
  ]);
  expect(run.returned).toEqual({ name: 'return', type: 'int', value: 3 });
  expect(run.outputs).toEqual([
    { name: '@total', type: 'decimal(38,4)', value: '1234567890123456789012345678901234.5678' },
    { name: '@fee', type: 'money', value: '922337203685477.5807' },
    { name: '@note', type: 'nvarchar(max)', value: 'x'.repeat(9_000) },
    { name: '@answer', type: 'xml', value: '<ok/>' },
    { name: '@at', type: 'datetimeoffset(7)', value: '2026-11-20T23:30:00.1234567+05:30' },
  ]);
});

test('what is left out gets its default; functions get DEFAULT, and return a value or a table', async () => {
  const seen: [string, (string | null)[]][] = [];
  const parameters = [
    { name: '@a', type: 'int' },
    { name: '@b', type: 'nvarchar(10)' },
  ];
  const note = (name: string, given: Map<string, WireValue>): void => {
    seen.push([name, parameters.map((each) => (given.has(each.name) ? String(given.get(each.name)) : null))]);
  };
  server.replace([
    { name: 'proc', parameters, body: async ({ values: given }) => note('proc', given) },
    {
      name: 'scalar',
      type: 'FN',
      parameters,
      async body({ values: given, reply }) {
        note('scalar', given);
        await reply.table([{ name: '', type: 'decimal(20,3)' }]);
        await reply.row(['12345678901234567.125']);
        await reply.doneInProc(1);
      },
    },
    {
      name: 'lines',
      type: 'IF',
      parameters,
      async body({ values: given, reply }) {
        note('lines', given);
        await reply.table([{ name: 'n', type: 'int' }]);
        for (const n of [1, 2, null]) await reply.row([n]);
        await reply.doneInProc(3);
      },
    },
  ]);
  await server.run('dbo.proc', { b: '' });
  const scalar = await server.run('dbo.scalar', { b: 'x' });
  const lines = await server.run('dbo.lines', { a: 1 });
  expect(seen).toEqual([
    ['proc', [null, '']],
    ['scalar', [null, 'x']],
    ['lines', ['1', null]],
  ]);
  expect(scalar.value).toEqual({ cell: '12345678901234567.125', type: 'decimal(20,3)' });
  expect(scalar.tables).toEqual([]);
  expect(lines.tables).toEqual([{ columns: [{ name: 'n', type: 'int' }], rows: [[1], [2], [null]] }]);
  expect(lines.affected).toEqual([]);
});

test('a table-valued parameter is a list of objects, whose cells keep every digit', async () => {
  let rows: unknown;
  const table = {
    schema: 'shop',
    name: 'line ]items',
    columns: [
      { name: 'sku', type: 'nvarchar(20)' },
      { name: 'unit price', type: 'money' },
      { name: 'hash', type: 'binary(2)' },
      { name: 'at', type: 'datetime2(7)' },
      { name: 'unused', type: 'int' },
    ],
  };
  server.replace([
    {
      name: 'order',
      parameters: [{ name: '@lines', type: 'table', table }],
      body: async ({ values: given }) => {
        rows = JSON.parse(String(given.get('@lines')));
      },
    },
  ]);
  const template = await server.describeRoutine('dbo.order');
  expect(template.inputs[0]?.type).toMatchObject({ typeId: 'shop.[line ]]items] table', jsonType: 'array' });
  expect(template.inputs[0]?.defaultAmbiguousInput).toBe('omit');
  const lines: JsonValue = [
    { sku: "it's", 'unit price': '922337203685477.5807', hash: '0x00FF', at: '2026-01-02T03:04' },
    { sku: null, 'unit price': 0.1 },
  ];
  const { errors } = await server.run('dbo.order', { lines });
  expect(errors).toEqual([]);
  expect(rows).toEqual([
    { sku: "it's", 'unit price': '922337203685477.5807', hash: '0x00ff', at: '2026-01-02T03:04:00' },
    { sku: null, 'unit price': '0.1', hash: null, at: null },
  ]);
  await server.run('dbo.order', { lines: [] });
  expect(rows).toEqual([]);
});

test('an error undoes a transaction of ours, and says where it happened', async () => {
  const sessions: bigint[] = [];
  server.replace([
    {
      name: 'fail',
      async body({ reply, session }) {
        sessions.push(session.transaction);
        await reply.doneInProc(1);
        const message = 'Violation of PRIMARY KEY';
        await reply.message({ message, number: 2627, severity: 14, procedure: 'dbo.fail', line: 12 });
        await reply.message({ message: 'The statement has been terminated.', number: 3621, severity: 0 });
        return 1;
      },
    },
    { name: 'works', body: async ({ session }) => void sessions.push(session.transaction) },
  ]);
  server.double.requests.length = 0;
  const ends = (): string[] =>
    server.double.requests.map(({ sql }) => sql).filter((sql) => /transaction/.test(sql));
  const failed = await server.run('dbo.fail');
  expect(failed.errors).toEqual([
    {
      message: 'Violation of PRIMARY KEY',
      code: '2627',
      detail: null,
      hint: null,
      where: 'dbo.fail, line 12',
      severity: 'Level 14',
    },
  ]);
  expect(failed.log.map(({ message }) => message)).toEqual(['The statement has been terminated.']);
  expect(ends()).toEqual(['begin transaction', 'if @@trancount > 0 rollback transaction']);
  await server.run('dbo.works');
  expect(ends().slice(2)).toEqual(['begin transaction', 'if @@trancount > 0 commit transaction']);
  await server.run('dbo.works', {}, { inTransaction: false });
  expect(ends()).toHaveLength(4);
  expect(sessions.map((each) => each !== 0n)).toEqual([true, true, false]);
});

test('a routine that is gone is not found', async () => {
  server.replace([{ name: 'soon gone' }, { name: 'f', type: 'IF' }]);
  const [procedure, table] = [
    await server.describeRoutine('dbo.soon gone'),
    await server.describeRoutine('dbo.f'),
  ];
  server.replace([]);
  for (const { executable } of [procedure, table]) {
    const { connection, context } = server;
    await expect(execute(connection, context, executable, {})).rejects.toMatchObject({
      name: 'ConnectorError',
      code: 'not_found',
    });
  }
});

test('PRINT arrives while the procedure works, and an attention stops it', async () => {
  let isStopped = false;
  server.replace([
    {
      name: 'endless',
      async body({ reply, signal }) {
        await reply.message({ message: 'half way', severity: 0 });
        await reply.flush();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        isStopped = true;
      },
    },
    { name: 'quick' },
  ]);
  const controller = new AbortController();
  const run = server.run(
    'dbo.endless',
    {},
    {
      signal: controller.signal,
      onLog: ({ message }) => {
        expect(message).toBe('half way');
        expect(isStopped).toBe(false);
        controller.abort();
      },
    },
  );
  await expect(run).rejects.toMatchObject({ name: 'ConnectorError', code: 'cancelled' });
  expect(isStopped).toBe(true);
  expect(server.double.attentions()).toBe(1);
  expect((await server.run('dbo.quick')).errors).toEqual([]);
});

test('a canceled procedure says that it was undone, unless it may have committed', async () => {
  const waits: DoubleRoutine['body'] = async ({ reply, signal }) => {
    await reply.message({ message: 'begun', severity: 0 });
    await reply.flush();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  server.replace([
    { name: 'waits', body: waits },
    {
      name: 'commits',
      async body(call) {
        await call.reply.environment(9, Buffer.alloc(0), Buffer.alloc(8));
        call.session.transaction = 0n;
        await waits(call);
      },
    },
  ]);
  const canceled = (name: string, inTransaction: boolean) => {
    const controller = new AbortController();
    return server.run(
      `dbo.${name}`,
      {},
      {
        inTransaction,
        signal: controller.signal,
        onLog: () => controller.abort(),
      },
    );
  };
  await expect(canceled('waits', true)).rejects.toMatchObject({ code: 'cancelled', isUndone: true });
  await expect(canceled('waits', false)).rejects.toMatchObject({ code: 'cancelled', isUndone: false });
  await expect(canceled('commits', true)).rejects.toMatchObject({ code: 'cancelled', isUndone: false });
});

test('S38 names with brackets, quotes, spaces, and in every case are quoted', async () => {
  const names = ['a b', 'x]; drop table y --', "it's", 'dot.ted', '[q]', 'MiXeD', 'ünï', 'line\nbreak', '"'];
  const called: string[] = [];
  server.replace(names.map((name) => ({ schema: name, name, body: async () => void called.push(name) })));
  const found = await mssqlConnector.discover(server.connection, server.context);
  for (const { cloudName } of found) await server.run(cloudName);
  expect(called).toEqual(names);
  // A parameter's name can't be quoted, so that one that needs it isn't sent.
  server.replace([{ name: 'p', parameters: [{ name: '@a = 1; drop table x --', type: 'int' }] }]);
  const [hostile] = await mssqlConnector.discover(server.connection, server.context);
  expect(hostile?.unavailableReason).toContain("can't be written in a call");
  const key = 'a = 1; drop table x --';
  await expect(server.run('dbo.p', { [key]: 1 })).rejects.toMatchObject({ code: 'failed' });
});

test('the example of a response in the published protocol is read, and is what the double writes', async () => {
  // [MS-TDS] 4.7, without its header and DONE: select 'foo' as 'bar'.
  const published = '8101000000000020 00A7030009 04D0003403620061 007200D10300666F 6F'.replaceAll(' ', '');
  const columns = [{ name: 'bar', type: 'varchar(3)' }];
  const written: Buffer[] = [];
  server.replace([
    { name: 'published', type: 'IF', body: ({ reply }) => reply.raw(Buffer.from(published, 'hex')) },
  ]);
  expect((await server.run('dbo.published')).tables).toEqual([{ columns, rows: [['foo']] }]);
  const reply = new Reply({ write: async (bytes) => void written.push(bytes) });
  await reply.table(columns);
  await reply.row(['foo']);
  // Its column isn't nullable.
  expect(Buffer.concat(written).toString('hex').replace('0900a7', '2000a7')).toBe(published.toLowerCase());
});
