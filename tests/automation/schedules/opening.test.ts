import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql, transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { asSuperuser, withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();
const source = withSource(
  'create function many(amount integer) returns integer language sql as $$ select amount $$;',
  createOrganizations,
);

const JOBS = 60;
let many: MadeCommand;
beforeAll(async () => {
  many = await commit(source, 'public.many(integer)');
});

/** Jobs that are due, with the values 1 to 60. */
beforeEach(async () => {
  await sql.query('delete from scheduled_job');
  await sql.query("delete from run where trigger = 'schedule'");
  const { inputId } = await prisma().commandInput.findFirstOrThrow({ where: { commandId: many.commandId } });
  await sql.query(
    `with made as (
       insert into scheduled_job (org_id, command_id, owner_user_id, modified_by_user_id, name, cron_expression,
         cron_timezone, next_run_at)
       select $1, $2, $3, $3, 'Job ' || n, '0 3 1 1 *', 'Etc/UTC', date_trunc('minute', now())
       from generate_series(1, ${JOBS}) n returning org_id, scheduled_job_id, name)
     insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value)
     select org_id, scheduled_job_id, $4, substr(name, 5) from made`,
    [ORG_A, many.commandId, people.engineer, inputId],
  );
  await claimAllDue();
});

/** Has the database do something as rows of a table are changed, while `work` is under way. */
async function meanwhile(trigger: string, body: string, work: () => Promise<unknown>): Promise<void> {
  await asSuperuser(`create function misfortune() returns trigger language plpgsql security definer as $$
    begin ${body} return new; end $$;
    create trigger misfortune ${trigger} for each row execute function misfortune()`);
  try {
    await work();
  } finally {
    await asSuperuser('drop function misfortune() cascade');
  }
}

/** What a worker didn't open is taken again once its time is over. */
const afterTheLease = () =>
  sql.query("update scheduled_firing set taken_until = now() - interval '1 second' where state = 'due'");

const amounts = async () =>
  (
    await sql.query<{ amount: number }>(
      "select (params::jsonb ->> 'amount')::int as amount from run where trigger = 'schedule' order by 1",
    )
  ).map(({ amount }) => amount);
const all = Array.from({ length: JOBS }, (_, at) => at + 1);

/** That each run is in line, and noted by its firing and its job. */
const noted = async () =>
  (
    await sql.query(
      `select count(*)::int as runs from scheduled_firing f join scheduled_job j using (scheduled_job_id)
       join run r using (run_id) join open_run o using (run_id)
       where f.state = 'started' and r.scheduled_job_id = j.scheduled_job_id and j.last_run_at = f.slot_at`,
    )
  )[0];

describe('runs that are opened together', () => {
  it('S59 are each noted by their firing and job, once, whichever worker opens them', async () => {
    await Promise.all([openAllClaimed(), openAllClaimed()]);
    await afterTheLease();
    await openAllClaimed();
    expect(await amounts()).toEqual(all);
    expect(await noted()).toEqual({ runs: JOBS });
  });

  it('S59 take the turns of their owner one after another', async () => {
    await openAllClaimed();
    const shared = await sql.query<{ runs: number }>(
      `select max(runs)::int as runs from (select count(*) as runs from open_run where state = 'waiting' group by turn) t`,
    );
    // Four transactions at the same time don't see each other's runs, but each of them sees its own.
    expect(shared[0]?.runs).toBeLessThanOrEqual(4);
  });

  it('S59 are opened without the one that the database rejects, which is tried again', async () => {
    const rejected = `if new.params = '{"amount":33}' then raise exception 'rejected'; end if;`;
    await meanwhile('before insert on run', rejected, () => openAllClaimed());
    expect(await amounts()).toEqual(all.filter((amount) => amount !== 33));
    await afterTheLease();
    await openAllClaimed();
    expect(await amounts()).toEqual(all);
    expect(await noted()).toEqual({ runs: JOBS });
  });

  it('S59 are all there or none of them if the worker dies before they are committed', async () => {
    // The connection ends after the runs have been inserted, and before they are noted, each time.
    const end = `perform pg_terminate_backend(pg_backend_pid());`;
    await meanwhile('before update of run_id on scheduled_firing', end, () => openAllClaimed());
    expect(await amounts()).toEqual([]);
    await afterTheLease();
    await openAllClaimed();
    expect(await amounts()).toEqual(all);
    expect(await noted()).toEqual({ runs: JOBS });
  });
});

describe('what is done once a transaction has committed', () => {
  it('is not done before, and never if it is rolled back', async () => {
    const done: string[] = [];
    await transaction(async (tx) => {
      tx.onceCommitted(() => done.push('committed'));
      await tx.query('select');
      expect(done).toEqual([]);
    });
    const failing = transaction(async (tx) => {
      tx.onceCommitted(() => done.push('rolled back'));
      await tx.query('select no_such_column');
    });
    await expect(failing).rejects.toThrow('no_such_column');
    expect(done).toEqual(['committed']);
  });
});
