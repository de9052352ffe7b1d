import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../api';
import { saveRows } from './save-rows';

const ROWS = '\uFEFFrun_id,amount\n7,1\n8,2\n';
let breaksOff = false;
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({
        ...{ combined_id: 1, status: 'ready', done_runs: 2, total_runs: 2, left_out_runs: 0 },
        ...{ url: 'https://pushboard.example/file?link=x', failure: null },
      }),
    );
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': Buffer.byteLength(ROWS) });
  if (breaksOff) response.write(ROWS.slice(0, 12), () => response.destroy());
  else response.end(ROWS);
});
const folder = mkdtempSync(join(tmpdir(), 'pushboard-rows-'));
const file = join(folder, 'all.csv');
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const saved = (output: string) => saveRows(connect({ url, token: 'pb_x' }), 'org', 6, output);

test('half of the rows are never saved as if they were all', async () => {
  await saved(file);
  expect(readFileSync(file, 'utf8')).toBe(ROWS);
  breaksOff = true;
  await expect(saved(file)).rejects.toThrow();
  breaksOff = false;
  expect(existsSync(file)).toBe(false);
});

test('a dash means the standard output, which gets no byte order mark', async () => {
  const written: string[] = [];
  const writing = vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...others) => {
    written.push(String(chunk));
    for (const each of others) if (typeof each === 'function') each();
    return true;
  });
  await saved('-').finally(() => writing.mockRestore());
  expect(written.join('')).toBe(ROWS.slice(1));
  expect(existsSync('-')).toBe(false);
});
