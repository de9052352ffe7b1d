import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';
import { readEvents, type StreamedEvent } from '../support/app/event-stream';
import { send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, startRun } from '../support/things/runs';

withApp();
const source = withSource(
  `create table gate (open boolean);
   create function talks(lines integer, length integer) returns void language plpgsql as $$ begin
     for line in 1..lines loop raise info '% %', line, repeat('x', length); end loop;
     while not exists (select from gate) loop perform pg_sleep(0.02); end loop;
     raise info 'the end'; end $$;`,
  createOrganizations,
);
withWorker();

let talks: MadeCommand;

beforeAll(async () => {
  talks = await commit(source, 'public.talks(integer, integer)');
});

const pathOf = (runId: number) => `/${ORG_A}/kits/${talks.commandId}/runs/${runId}`;
const as = people.runner;

const logOf = (events: readonly StreamedEvent[]): string =>
  events.map(({ data }) => data.logging_message ?? '').join('');

/** How much of the run's log is stored. */
async function keptChars(runId: number): Promise<number> {
  const [row] = await sql.query<{ kept: number }>(
    'select coalesce(max(end_offset), 0) as kept from run_log where run_id = $1',
    [runId],
  );
  return row?.kept ?? 0;
}

async function whole(runId: number): Promise<string> {
  const answer = await sendRaw('GET', `${pathOf(runId)}/log`, { as });
  expect(answer.headers.get('content-disposition')).toContain('.log');
  return answer.text();
}

describe('the log of a run', () => {
  it('S61 cuts a notice of 20 MB, and keeps what follows it', async () => {
    await source.query('insert into gate values (true)');
    const runId = await createRun(talks);
    await startRun(talks, runId, { lines: 2, length: 20_000_000 });
    await readRun(talks, runId);
    const lines = (await whole(runId)).split('\n');
    expect(lines.map((line) => line.length < 1_100_000)).toEqual([true, true, true]);
    expect(lines[0]).toMatch(/x… \(cut: it has 20,000,002 characters\)$/);
    expect(lines[2]).toBe('the end');
  });

  it('is sent piece by piece, each once, and resumes where a reader left off', async () => {
    await source.query('delete from gate');
    const runId = await createRun(talks);
    await startRun(talks, runId, { lines: 300, length: 1000 });
    await expect.poll(() => keptChars(runId)).toBeGreaterThan(300_000);
    const first = readEvents(await sendRaw('GET', `${pathOf(runId)}/events`, { as }), async () => {
      await source.query('insert into gate values (true)');
    });
    const events = await first;
    const text = await whole(runId);
    expect(text.split('\n')).toHaveLength(301);
    expect(logOf(events)).toBe(text);
    for (const { data } of events.filter(({ event }) => event === 'log')) {
      expect(text.startsWith(data.logging_message ?? '', data.offset)).toBe(true);
    }

    const halfway = events.find(({ event }) => event === 'log')?.id ?? '';
    const again = await sendRaw('GET', `${pathOf(runId)}/events`, {
      as,
      headers: { 'last-event-id': halfway },
    });
    const rest = logOf(await readEvents(again));
    expect(rest.length).toBeLessThan(text.length);
    expect(text.endsWith(rest)).toBe(true);
  });

  it('is in the run up to a limit, and says that there is more', async () => {
    await source.query('insert into gate values (true)');
    const runId = await createRun(talks);
    await startRun(talks, runId, { lines: 300, length: 1000 });
    const { body } = await readRun(talks, runId);
    expect(body).toMatchObject({ status: 'success', is_log_truncated: true });
    const { logging_message: shown } = body as { logging_message: string };
    expect(shown).toHaveLength(200_000);
    expect((await whole(runId)).startsWith(shown)).toBe(true);

    const short = await createRun(talks);
    await startRun(talks, short, { lines: 1, length: 1 });
    expect((await readRun(talks, short)).body).toMatchObject({
      logging_message: '1 x\nthe end',
      is_log_truncated: false,
    });
  });

  it('is deleted together with the result', async () => {
    await source.query('insert into gate values (true)');
    const runId = await createRun(talks);
    await startRun(talks, runId, { lines: 2, length: 2 });
    await readRun(talks, runId);
    expect((await send('DELETE', `${pathOf(runId)}/result`, { as: people.orgAdmin })).status).toBe(204);
    expect(await whole(runId)).toBe('');
    expect((await readRun(talks, runId)).body).toMatchObject({ logging_message: null });
  });
});
