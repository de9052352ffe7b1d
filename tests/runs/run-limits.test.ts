import { beforeAll, describe, expect, it } from 'vitest';
import { withApp } from '../support/app/app';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand } from '../support/things/organizations';
import { runInThree } from '../support/things/runs';

withApp({ RUN_TIMEOUT_SECONDS: '12', RESULT_LIMIT_MB: '1' });
const source = withSource(
  `create function for_ever() returns void language plpgsql as $$ begin
     raise notice 'begun'; perform pg_sleep(3600); end $$;
   create function endless() returns setof text language sql stable as $$
     select repeat('x', 1000) from pg_attribute a, pg_attribute b, pg_attribute c $$;
   create function takes(text text) returns integer language sql as 'select length(text)';`,
  createOrganizations,
);
withWorker();

let forEver: MadeCommand;
let endless: MadeCommand;
let takes: MadeCommand;

beforeAll(async () => {
  forEver = await commit(source, 'public.for_ever()');
  endless = await commit(source, 'public.endless()');
  takes = await commit(source, 'public.takes(text)');
});

const atWork = (name: string) =>
  source.query(
    `select 1 from pg_stat_activity where datname = current_database() and query like '%${name}%'
      and state = 'active' and pid <> pg_backend_pid()`,
  );

describe('a run that exceeds the time limit', () => {
  it('is stopped, also at the source, and says so', async () => {
    const { body } = await runInThree(forEver, {});
    expect(body).toMatchObject({
      status: 'failed',
      end_reason: 'timed_out',
      logging_message: 'NOTICE: begun',
      errors: [{ message: 'The run was stopped after 12 s, the longest a run may take.' }],
    });
    await expect.poll(() => atWork('for_ever')).toEqual([]);
  });
});

describe('S36 a result without end', () => {
  it('is stopped at the limit, keeps the rows before it, and says so', async () => {
    const { body } = await runInThree(endless, {});
    expect(body).toMatchObject({
      status: 'failed',
      end_reason: 'error',
      payload_format: 'json.table.rowwise',
      is_truncated: true,
    });
    const { errors, total_rows_returned: rows } = body as {
      errors: { message: string }[];
      total_rows_returned: number;
    };
    expect(errors[0]?.message).toContain('exceeded 1 MB');
    expect(rows).toBeGreaterThan(900);
    expect(rows).toBeLessThan(1100);
    await expect.poll(() => atWork('endless')).toEqual([]);
  });
});

it('S63 values of more than 1 MB are refused with a message, and none of them is stored', async () => {
  expect(await runInThree(takes, { text: 'x'.repeat(900_000) })).toMatchObject({
    body: { payload: 900_000 },
  });
  const refused = await runInThree(takes, { text: 'x'.repeat(1_100_000) });
  expect(refused).toMatchObject({
    status: 413,
    body: { error: { message: expect.stringContaining('exceed 1 MB in total; the largest is Text') } },
  });
});
