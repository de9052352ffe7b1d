import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startWorker } from '@/jobs/worker';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';

withApp();

const LOOK = 'as auto_runs';
/** Parts of the statements that do what a look, or a heartbeat, may find. */
const WORK = {
  'tell how scheduled runs ended': 'update of f skip locked',
  'send messages': 'update job_delivery d set',
  'send daily mails': 'from job_digest d',
  'check runs elsewhere': 'order by o.look_at',
  'group failures': `hashtextextended('errors', 0)`,
  'count runs': 'from figure_progress\n      for update',
  // The library also releases tasks of lost workers, at a random moment of its first minute.
  'ask for tasks': 'from "graphile_worker"._private_jobs',
  'return runs to the line': 'with returned as (',
  'claim runs': 'claim_from_line',
};

it('a worker begins delayed tasks when they are due, though the library asks once a minute', async () => {
  const worker = await startWorker();
  const [added] = await sql.query<{ id: number }>(
    `select (graphile_worker.add_job('send_sign_in_link', '{"linkId": 1}', run_at := now() + interval '2 seconds')).id`,
  );
  const left = () => sql.query('select from graphile_worker.jobs where id = $1', [added?.id]);
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  await worker.stop();
}, 120_000);

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
  expect(texts().some((text) => text.includes(WORK['ask for tasks']))).toBe(true);
  query.mockClear();
  await expect.poll(looks, patient).toBeGreaterThan(4);
  const asked = texts();
  query.mockRestore();
  await worker.stop();
  const done = Object.entries(WORK).filter(([, part]) => asked.some((text) => text.includes(part)));
  expect(done).toEqual([]);
}, 120_000);
