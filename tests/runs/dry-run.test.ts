import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
const source = withSource(
  `create table customer (id serial primary key, name text);
   create table purchase (id serial primary key, customer_id integer references customer deferrable initially deferred);
   create table log (note text);
   insert into customer (name) values ('Ada'), ('Bob');
   create function change(who text) returns table (id integer, name text) language plpgsql as $$
   begin
     raise notice 'Changing';
     insert into customer (name) values (change.who);
     update customer c set name = upper(c.name) where c.id <= 2;
     insert into purchase (customer_id) select c.id from customer c;
     delete from customer c where c.id = 99;
     return query select c.id, c.name from customer c order by c.id;
   end $$;
   create procedure note(inout total integer) language plpgsql as $$
     begin insert into log values ('noted'); total := total + 1; end $$;
   create procedure note_and_commit(inout total integer) language plpgsql as $$
     begin insert into log values ('noted'); commit; end $$;
   create function break_key() returns integer language sql as
     $$ insert into purchase (customer_id) values (4711) returning customer_id $$;
   create function wipe() returns void language sql as $$ truncate log $$;
   create function read() returns bigint language sql as $$ select count(*) from customer $$;`,
  createOrganizations,
);
withWorker();

const made: Record<string, MadeCommand> = {};
beforeAll(async () => {
  const names = [
    'change(text)',
    'note(integer)',
    'note_and_commit(integer)',
    'break_key()',
    'wipe()',
    'read()',
  ];
  for (const name of names) made[name.replace(/\(.*/, '')] = await commit(source, `public.${name}`);
});

async function dryRun(name: string, params: Record<string, JsonValue> = {}, as: string = people.runner) {
  const command = made[name];
  if (command === undefined) throw new Error(`No command ${name}`);
  const body = { olId: command.templateId, kitId: command.commandId, params, dryRun: true };
  const { status, body: answer } = await send('POST', `/${ORG_A}/run-sync`, { as, body });
  return { status, body: answer as Record<string, JsonValue> };
}

/** Everything in the source, as text. */
const held = () =>
  source.query(`select (select json_agg(c order by id)::text from customer c) as customers,
    (select count(*)::int from purchase) as purchases, (select count(*)::int from log) as notes`);

describe('a dry run', () => {
  it('shows rows, notices, and what would change by table, and leaves the source as it was', async () => {
    const before = await held();
    const { body } = await dryRun('change', { who: 'Cleo' });
    expect(body).toMatchObject({
      status: 'success',
      is_dry_run: true,
      logging_message: expect.stringContaining('Changing'),
      dry_run: {
        changes: [
          { table: 'public.customer', inserted: 1, updated: 2, deleted: 0 },
          { table: 'public.purchase', inserted: 3, updated: 0, deleted: 0 },
        ],
      },
    });
    expect(JSON.stringify(body.payload)).toContain('Cleo');
    expect(JSON.stringify(body.dry_run)).toContain('The sequence public.customer_id_seq may have advanced.');
    expect(await held()).toEqual(before);
  });

  it('counts only its own changes, also in a session that was used before', async () => {
    await dryRun('change', { who: 'Dora' });
    expect((await dryRun('note', { total: 1 })).body).toMatchObject({
      status: 'success',
      dry_run: { changes: [{ table: 'public.log', inserted: 1, updated: 0, deleted: 0 }] },
    });
    expect((await dryRun('read')).body).toMatchObject({
      payload: '2',
      dry_run: { changes: [], not_undone: [expect.stringContaining('COPY to programs')] },
    });
  });

  it('S84 says what it cannot see: one level down, in text that is put together, or in another language', async () => {
    await source.query(`create extension dblink;
      create function way_out() returns void language plpgsql as
        $$ begin execute 'select dblink' || '_exec($1, $2)' using 'host=127.0.0.1 dbname=none', 'select 1';
          exception when others then null; end $$;
      create function behind() returns void language sql as $$ select way_out() $$`);
    made.behind = await commit(source, 'public.behind()');
    const { body } = await dryRun('behind');
    expect(body).toMatchObject({ status: 'success', dry_run: { changes: [] } });
    expect(JSON.stringify(body.dry_run)).toMatch(/can't be seen here, and isn't undone.*dblink/);
    await source.query('drop function behind(); drop function way_out(); drop extension dblink');
  });

  it('fails where the run itself would fail at its end', async () => {
    const { body } = await dryRun('break_key');
    expect(body).toMatchObject({ status: 'failed', is_dry_run: true, dry_run: null });
    expect(JSON.stringify(body.errors)).toContain('violates foreign key constraint');
    expect(await source.query('select * from purchase where customer_id = 4711')).toEqual([]);
  });

  it('says what it could not count', async () => {
    expect(JSON.stringify((await dryRun('wipe')).body.dry_run)).toContain('public.log would be truncated');
  });

  it('is refused for a procedure that commits by itself', async () => {
    const commandId = made.note_and_commit?.commandId ?? 0;
    const inTransaction = await dryRun('note_and_commit', { total: 1 });
    expect(inTransaction.body).toMatchObject({ status: 'failed' });
    await send('PATCH', `/${ORG_A}/kits/${commandId}`, {
      as: people.orgAdmin,
      body: { dbExecuteInTransaction: false },
    });
    expect((await dryRun('note_and_commit', { total: 1 })).status).toBe(422);
    expect(await source.query('select * from log')).toEqual([]);
    const read = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as: people.runner });
    expect(read.body).toMatchObject({ can_dry_run: false });
  });

  it('needs the same access and the same approval, and is marked in the history', async () => {
    expect((await dryRun('read', {}, people.member)).status).toBe(404);
    const commandId = made.read?.commandId ?? 0;
    await send('PATCH', `/${ORG_A}/kits/${commandId}`, {
      as: people.orgAdmin,
      body: { needsApproval: true },
    });
    const { status, body } = await dryRun('read');
    expect(status).toBe(202);
    const listed = await send('GET', `/${ORG_A}/skinny-runs?filter=kit_id:${commandId}`, {
      as: people.runner,
    });
    const [newest] = listed.body as object[];
    expect(newest).toMatchObject({ run_id: body.run_id, is_dry_run: true, is_waiting_for_approval: true });
    const successes = await send(
      'GET',
      `/${ORG_A}/skinny-runs?filter=status:success&filter=kit_id:${commandId}`,
      {
        as: people.runner,
      },
    );
    expect(JSON.stringify(successes.body)).not.toContain(`"run_id":${body.run_id},`);
    const run = await prisma().run.findUniqueOrThrow({ where: { runId: Number(body.run_id) } });
    expect(run.isDryRun).toBe(true);
  });
});
