import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { allAnnounced } from '@/server/base/events/announcer';
import { withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand } from '../../support/things/organizations';
import { runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function one() returns integer language sql as 'select 1'`,
  createOrganizations,
);

let one: MadeCommand;
beforeAll(async () => {
  one = await commit(source, 'public.one()');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const AT_ONCE = 12;

const textOf = (asked: unknown): string =>
  z.object({ text: z.string() }).catch({ text: '' }).parse(asked).text;

/** Statements that announce what others have committed. */
const isAnnouncement = (asked: unknown): boolean =>
  textOf(asked).includes('from unnest(') && textOf(asked).includes('pg_notify');

const inLine = async () => (await sql.query(`select from open_run where state = 'waiting'`)).length;

/** Starts runs at the same moment, has all of them in line, and executes them. */
async function runMany(before: () => Promise<unknown> = async () => {}) {
  const answering = Array.from({ length: AT_ONCE }, () => runSync(one, {}));
  await vi.waitFor(async () => expect(await inLine()).toBe(AT_ONCE), { timeout: 120_000 });
  await before();
  while ((await inLine()) > 0) await executeWaiting();
  return answering;
}

describe('while many statements announce something', () => {
  it('what they announce follows them, many in one transaction that doesn’t wait for the disk', async () => {
    await Promise.all(await runMany());
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answers = await Promise.all(await runMany());
    await allAnnounced();
    expect(answers.map(({ body }) => body)).toEqual(
      answers.map(() => expect.objectContaining({ status: 'success', payload: 1 })),
    );
    const sent = query.mock.calls.map(([asked]) => asked).filter(isAnnouncement);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(AT_ONCE);
    for (const asked of sent)
      expect(textOf(asked)).toContain("set_config('synchronous_commit', 'off', true)");
  });

  it('a process that dies in between costs those who wait no more than their next look', async () => {
    await Promise.all(await runMany());
    let lost = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const answering = await runMany(async () => {
      const real = pg.Client.prototype.query;
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...asked: unknown[]
      ) {
        if (!isAnnouncement(asked[0])) return Reflect.apply(real, this, asked);
        lost += 1;
        const done = asked.at(-1);
        if (typeof done === 'function') done(new Error('The process died'));
      });
    });
    await allAnnounced();
    expect(lost).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(2000);
    const answers = await Promise.all(answering);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
