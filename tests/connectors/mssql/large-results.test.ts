import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesInUse } from '../../support/app/bytes-in-use';
import type { WireValue } from '../../support/doubles/tds/types';
import { createSqlServer, type SqlServerSource } from './sql-server-source';

let server: SqlServerSource;

beforeAll(async () => {
  server = await createSqlServer([]);
});
afterAll(() => server.close());

const columns = Array.from({ length: 20 }, (_, index) => ({
  name: `c${index}`,
  type:
    index % 4 === 0
      ? 'decimal(18,4)'
      : index % 4 === 1
        ? 'nvarchar(40)'
        : index % 4 === 2
          ? 'int'
          : 'datetime2(3)',
}));
const cells: WireValue[] = columns.map(({ type }, index) =>
  type === 'int'
    ? index
    : type.startsWith('nv')
      ? 'some text of a row'
      : type.startsWith('dec')
        ? '12345.6789'
        : '2026-11-20 14:02:11.123',
);

test('100,000 rows of 20 columns stream within 50 MB, also to a slow reader', async () => {
  let written = 0;
  server.replace([
    {
      name: 'large',
      type: 'IF',
      async body({ reply }) {
        await reply.table(columns);
        // One row, encoded once: the double isn't what is measured.
        for (; written < 100_000; written += 1) await reply.row(cells);
        await reply.doneInProc(written);
      },
    },
  ]);
  const before = bytesInUse();
  let most = 0;
  let rows = 0;
  let furthestAhead = 0;
  await server.run(
    'dbo.large',
    {},
    {
      onRow: (row) => {
        rows += 1;
        if (rows === 1)
          expect(row.slice(0, 4)).toEqual(['12345.6789', 'some text of a row', 2, '2026-11-20T14:02:11.123']);
        furthestAhead = Math.max(furthestAhead, written - rows);
        if (rows % 1_000 !== 0) return;
        if (rows % 10_000 === 0) most = Math.max(most, bytesInUse());
        return new Promise((resolve) => setImmediate(resolve));
      },
    },
  );
  expect(rows).toBe(100_000);
  expect((most - before) / 1_000_000).toBeLessThan(50);
  // The server waits for us: what it is ahead fits into the buffers of two sockets.
  expect(furthestAhead * 400).toBeLessThan(20_000_000);
});

test('a value of more than 64 MB ends the run in words, and not the process', async () => {
  server.replace([
    {
      name: 'huge',
      type: 'IF',
      async body({ reply }) {
        await reply.table([{ name: 'v', type: 'varbinary(max)' }]);
        await reply.row([Buffer.alloc(70_000_000)]);
      },
    },
    { name: 'p' },
  ]);
  await expect(server.run('dbo.huge')).rejects.toMatchObject({
    name: 'ConnectorError',
    message: expect.stringContaining('larger than 64 MB'),
  });
  expect((await server.run('dbo.p')).errors).toEqual([]);
});

test('a sink that fails ends the run with its own error', async () => {
  server.replace([
    {
      name: 'rows',
      type: 'IF',
      async body({ reply }) {
        await reply.table([{ name: 'n', type: 'int' }]);
        for (let n = 0; n < 1_000; n += 1) await reply.row([n]);
      },
    },
  ]);
  const full = new Error('The disk is full');
  const run = server.run('dbo.rows', {}, { onRow: () => Promise.reject(full) });
  await expect(run).rejects.toBe(full);
});
