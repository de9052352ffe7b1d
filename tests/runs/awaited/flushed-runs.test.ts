import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { asOwner, withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand } from '../../support/things/organizations';
import { runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function one() returns integer language sql as 'select 1';
   create function two() returns integer language sql as 'select 2';`,
  createOrganizations,
);
withWorker();

let one: MadeCommand;
let two: MadeCommand;

beforeAll(async () => {
  one = await commit(source, 'public.one()');
  two = await commit(source, 'public.two()');
  // At its commit, each transaction that created a run tells whether it set how it is flushed.
  await asOwner(`
    create table run_commit (command_id integer, is_set_by text);
    create function note_commit() returns trigger language plpgsql security definer as $$ begin
      insert into run_commit select new.command_id, source from pg_settings where name = 'synchronous_commit';
      return null;
    end $$;
    create constraint trigger note_commit after insert on run deferrable initially deferred
      for each row execute function note_commit();
    grant select on run_commit to public;`);
});

/** For each run of a command, whether its transaction left it to its claim to wait for the disk. */
async function isFlushedLater({ commandId }: MadeCommand): Promise<boolean[]> {
  const rows = await sql.query('select is_set_by from run_commit where command_id = $1', [commandId]);
  return z
    .array(z.object({ is_set_by: z.string() }))
    .parse(rows)
    .map(({ is_set_by: by }) => by === 'session');
}

it('a run that is waited for is flushed with its claim, once what it executes is on disk', async () => {
  for (let run = 0; run < 3; run += 1) expect((await runSync(one, {})).status).toBe(200);
  expect(await isFlushedLater(one)).toEqual([false, true, true]);
  // Each definition counts for itself.
  expect((await runSync(two, {})).status).toBe(200);
  expect(await isFlushedLater(two)).toEqual([false]);
});
