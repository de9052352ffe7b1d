import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { BYTE_ORDER_MARK } from '@/lib/results/csv';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { withWorker } from '../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';
import { connectApi, createApiCommand } from '../support/things/api-commands';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
withWorker();

const as = people.orgAdmin;
const list = (rows: number) => Array.from({ length: rows }, (_, n) => n);
/** What the API responds with, by path. */
const bodies: Record<string, { type: string; body: () => string }> = {
  '/csv': { type: 'text/csv', body: () => 'id,city\r\n1,Boston\r\n2,Berlin\r\n10,Boston\r\n' },
  '/long-csv': { type: 'text/csv', body: () => `n\r\n${list(100_001).join('\r\n')}` },
  '/wide-csv': { type: 'text/csv', body: () => Array(2100).fill('x,'.repeat(999)).join('\r\n') },
  '/long-json': {
    type: 'application/json',
    body: () => JSON.stringify({ total: 100_001, items: list(100_001).map((n) => ({ n })) }),
  },
};

let api: HttpDouble;
let credsId: number;
beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble(({ url }, response) => {
    const { type, body } = bodies[url ?? ''] ?? { type: 'text/plain', body: () => '' };
    response.setHeader('content-type', type).end(body());
  });
  credsId = await connectApi(api.origin);
});
afterAll(() => api.close());

async function runOf(path: string): Promise<number> {
  const command = await createApiCommand(credsId, api.origin, path);
  return numberIn(await runSync(command, {}, as), 'run_id');
}

const linkOf = (runId: number, query: string) =>
  send('GET', `/${ORG_A}/runs/${runId}/download-link/csv?${query}`, { as });

it('rows are chosen from CSV', async () => {
  const runId = await runOf('/csv');
  expect(await chosenCsv(runId, 'search=boston&sort=0&sortDesc=true&columns=1,0')).toBe(
    'city,id\r\nBoston,10\r\nBoston,1\r\n',
  );
  expect(await chosenCsv(runId, 'filter=0:%3E=2&columns=0')).toBe('id\r\n2\r\n10\r\n');
});

async function chosenCsv(runId: number, query: string): Promise<string> {
  const { body } = await linkOf(runId, query);
  const { url } = z.object({ url: z.url() }).parse(body);
  const response = await sendRaw('GET', url.slice(url.indexOf('/api/v1') + '/api/v1'.length), { as });
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  return text.replace(BYTE_ORDER_MARK, '');
}

it.each(['/long-csv', '/wide-csv', '/long-json'])(
  'rows are not chosen from so many as %s has',
  async (path) => {
    expect(await linkOf(await runOf(path), 'search=1')).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('at most 100,000 rows') } },
    });
  },
);
