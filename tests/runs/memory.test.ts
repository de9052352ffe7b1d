import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withApp } from '../support/app/app';
import { withWorker } from '../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';
import { connectApi, createApiCommand } from '../support/things/api-commands';
import { createOrganizations, type MadeCommand } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, startRun } from '../support/things/runs';

withApp();
withWorker();

const BOMBS = 6;
/** 60 kB that expand to 60 MB, which a parser turns into more than a gigabyte. */
const bomb = gzipSync(`[${'{},'.repeat(20_000_000)}{}]`);

let api: HttpDouble;
let unfold: MadeCommand;
let wait: MadeCommand;
/** The call of an unrelated run, which returns when the bombs have ended. */
let waiting: ServerResponse | null = null;

beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(bomb);
    else if (request.url === '/wait') waiting = response;
    else response.end('{}');
  });
  const credsId = await connectApi(api.origin);
  unfold = await createApiCommand(credsId, api.origin, '/bomb');
  wait = await createApiCommand(credsId, api.origin, '/wait');
});
afterAll(() => api.close());

async function start(command: MadeCommand): Promise<number> {
  const runId = await createRun(command, people.orgAdmin);
  expect(await startRun(command, runId, {}, people.orgAdmin)).toMatchObject({ status: 202 });
  return runId;
}

it('S62 six responses that expand at once succeed or fail with a message, and no other run notices', async () => {
  const other = await start(wait);
  await expect.poll(() => waiting !== null).toBe(true);
  // By itself, each of them fits. Of six at once, it depends on their pace how many do.
  const alone = await readRun(unfold, await start(unfold), people.orgAdmin);
  expect(alone.body).toMatchObject({ status: 'success', payload_format: 'json', is_truncated: true });
  const before = process.resourceUsage().maxRSS;
  const runIds = await Promise.all(Array.from({ length: BOMBS }, () => start(unfold)));
  const ended = await Promise.all(runIds.map((runId) => readRun(unfold, runId, people.orgAdmin)));
  const grownMb = (process.resourceUsage().maxRSS - before) / 1024;

  const successful = ended.filter(({ body }) => JSON.stringify(body).includes('"status":"success"'));
  for (const { body } of ended) {
    if (successful.some((each) => each.body === body)) {
      expect(body).toMatchObject({ payload_format: 'json', is_truncated: true });
    } else {
      const message = expect.stringContaining("doesn't have enough memory for a result this large");
      expect(body).toMatchObject({ status: 'failed', errors: [{ message }] });
    }
  }
  // Everything that the budget allows, and the shown part of each: less than one of them parsed.
  expect(grownMb).toBeLessThan(1_000);

  waiting?.end('{"still":"here"}');
  if (waiting !== null) await once(waiting, 'close');
  expect(await readRun(wait, other, people.orgAdmin)).toMatchObject({
    body: { status: 'success', payload: { still: 'here' } },
  });
});
