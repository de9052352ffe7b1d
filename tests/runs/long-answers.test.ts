import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';
import { sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { untilPoolIsIdle } from '../support/setup/made-time';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
const source = withSource(
  `create function one() returns integer language sql as 'select 1'`,
  createOrganizations,
);

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.one()');
});
afterEach(() => vi.useRealTimers());

/** Starts a run that no worker takes, and lets so much time pass. */
async function waited(ms: number): Promise<Response> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const body = { olId: command.templateId, kitId: command.commandId, params: {} };
  const answered = sendRaw('POST', `/${ORG_A}/run-sync`, { as: people.runner, body });
  const isInLine = async () => (await sql.query(`select from open_run where state = 'waiting'`)).length === 1;
  while (!(await isInLine())) await new Promise(setImmediate);
  let response: Response | undefined;
  void answered.then((begun) => {
    response = begun;
  });
  for (let passedMs = 0; passedMs < ms || response === undefined; passedMs += 1000) {
    await untilPoolIsIdle();
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise(setImmediate);
  }
  return answered;
}

it('the response of a long run begins before a proxy gives it up, and brings the result', async () => {
  const response = await waited(40_000);
  expect(response.status).toBe(200);
  vi.useRealTimers();
  await executeWaiting();
  const text = await response.text();
  expect(text).toMatch(/^ +\{/);
  expect(JSON.parse(text)).toMatchObject({ status: 'success', payload: 1 });
});

it('one that goes on for longer than that says so with the run’s id, in the response that has begun', async () => {
  const response = await waited(11 * 60_000);
  expect(response.status).toBe(200);
  vi.useRealTimers();
  expect(await response.json()).toMatchObject({
    error: { code: 'timed_out', issues: [{ path: 'run_id', message: expect.stringMatching(/^\d+$/) }] },
  });
});
