import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startWorker } from '@/jobs/worker';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';

withApp();

const LOOK = 'as auto_runs';
/** Parts of the statements that do what a look may find. Runs are claimed without one at each heartbeat. */
const WORK = {
  'tell how scheduled runs ended': 'update of f skip locked',
  'send messages': 'update job_delivery d set',
  'send daily mails': 'from job_digest d',
  'check runs elsewhere': 'order by o.look_at',
  'group failures': `hashtextextended('errors', 0)`,
  'count runs': 'from figure_progress\n      for update',
};

it('a worker with nothing to do asks for everything at once, and does none of it', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const texts = () =>
    query.mock.calls.map(([asked]) => z.object({ text: z.string() }).catch({ text: '' }).parse(asked).text);
  const looks = () => texts().filter((text) => text.includes(LOOK)).length;
  const worker = await startWorker();
  // The figures are counted for the first time, and the line is looked at once.
  const patient = { timeout: 60_000 };
  await expect
    .poll(() => sql.query('select from figure_progress where counted_at is not null'), patient)
    .toHaveLength(1);
  await expect.poll(looks, patient).toBeGreaterThan(2);
  query.mockClear();
  await expect.poll(looks, patient).toBeGreaterThan(4);
  const asked = texts();
  query.mockRestore();
  await worker.stop();
  const done = Object.entries(WORK).filter(([, part]) => asked.some((text) => text.includes(part)));
  expect(done).toEqual([]);
}, 120_000);
