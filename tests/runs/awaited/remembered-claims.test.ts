import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startWorker } from '@/jobs/worker';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { repeats } from '../../support/setup/reach';
import { notedTables } from '../../support/things/noted-tables';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function told(who text) returns text language sql as $$ select 'Hello ' || who $$;`,
  createOrganizations,
);

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.told(text)');
});

const does = (text: string) => sql.query(text, text.includes('$1') ? [command.commandId] : []);

/** The change of an organization that nothing depends on, after which nothing remembered is used. */
const forget = () => does(`update org set required_issuer = required_issuer where org_id = '${ORG_A}'`);

const ended = z.tuple([
  z.object({
    status: z.string(),
    end_reason: z.string().nullable(),
    errors: z.unknown(),
    lines: z.unknown(),
  }),
]);

/** Starts a run, changes something while it waits, and executes it. Returns how it ended, and whether its command was read. */
async function run(meanwhile: () => Promise<unknown>) {
  const runId = await createRun(command);
  await startRun(command, runId, { who: 'Ada' });
  await meanwhile();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await executeWaiting();
  const texts = textsOf(query.mock.calls);
  query.mockRestore();
  const [end] = ended.parse(
    await sql.query(
      `select r.status, r.end_reason, r.errors, s.lines from run r left join run_result s using (org_id, run_id)
       where r.run_id = $1`,
      [runId],
    ),
  );
  return { end, isRead: texts.length > 0 };
}

/** The texts among statements that read what runs need of their command. */
const textsOf = (calls: readonly (readonly unknown[])[]): string[] =>
  calls.flatMap(([asked]) => {
    const { text } = z.object({ text: z.string() }).catch({ text: '' }).parse(asked);
    return text.includes('as is_approval_void') ? [text] : [];
  });

interface Change {
  what: string;
  change: string;
  back: string;
}
const ofCommand = (what: string, change: string, back: string): Change => ({
  what,
  change: `update command set ${change}, version = version + 1 where command_id = $1`,
  back: `update command set ${back}, version = version - 1 where command_id = $1`,
});
const ofTemplate = (what: string, change: string, back: string): Change => ({
  what,
  change: `update template set ${change} where template_id = (select template_id from command where command_id = $1)`,
  back: `update template set ${back} where template_id = (select template_id from command where command_id = $1)`,
});
const changes: Change[] = [
  ofCommand('a deletion', 'deleted_at = now()', 'deleted_at = null'),
  ofCommand('approval', 'needs_approval = true', 'needs_approval = false'),
  ofCommand('a confirmation word', `confirmation_word = 'yes'`, 'confirmation_word = null'),
  ofTemplate('a template', 'version = version + 1', 'version = version - 1'),
  {
    what: 'a locked input',
    change: `with changed as (update command set version = version + 1 where command_id = $1)
      update command_input set locked = true, use_default_value = true, default_value = '"Eve"' where command_id = $1`,
    back: `with changed as (update command set version = version - 1 where command_id = $1)
      update command_input set locked = false, use_default_value = false, default_value = null where command_id = $1`,
  },
  {
    what: 'a grant',
    change: `delete from command_user_grant where command_id = $1 and user_id = '${people.runner}'`,
    back: `insert into command_user_grant (org_id, command_id, user_id, role)
      values ('${ORG_A}', $1, '${people.runner}', 'runner') on conflict do nothing`,
  },
  {
    what: 'a membership',
    change: `update membership set state = 'deleted' where user_id = '${people.runner}'`,
    back: `update membership set state = 'active' where user_id = '${people.runner}'`,
  },
  {
    what: 'a connection',
    change: `update credential set settings = settings || '{"port": 1}', version = version + 1`,
    back: `update credential set settings = settings || jsonb_build_object('port', PORT::int), version = version + 1`,
  },
  {
    what: 'a deleted connection',
    change: 'update credential set deleted_at = now()',
    back: 'update credential set deleted_at = null',
  },
];

const portOf = z.tuple([z.object({ port: z.coerce.string() })]);
beforeAll(async () => {
  const [{ port }] = portOf.parse(
    await sql.query(`select settings->>'port' as port from credential limit 1`),
  );
  for (const change of changes) change.back = change.back.replace('PORT', port);
});

describe('a worker remembers what runs need of their command', () => {
  it('so that only the first of them reads it', async () => {
    await run(async () => {});
    const second = await run(async () => {});
    expect(second).toMatchObject({ isRead: false, end: { status: 'success' } });
  });

  it.each(changes)('$what that changed while a run waited holds', async ({ change, back }) => {
    const before = await run(async () => {});
    const changed = await run(() => does(change));
    await does(back);
    const expected = await run(async () => {
      await does(change);
      await forget();
    });
    await does(back);
    expect(before.end.status).toBe('success');
    expect(changed.end).toEqual(expected.end);
    expect(changed.isRead).toBe(true);
  });

  it('any changes in any order: each run ends as it would if nothing were remembered', async () => {
    const count = repeats(200);
    const step = fc.record({ index: fc.nat(changes.length - 1), isMeanwhile: fc.boolean() });
    const [steps = []] = fc.sample(fc.array(step, { minLength: count, maxLength: count }), 1);
    for (const { index, isMeanwhile } of steps) {
      const { change, back } = changes[index] as Change;
      await run(async () => {});
      if (!isMeanwhile) await does(change);
      const seen = await runOrNot(() => (isMeanwhile ? does(change) : Promise.resolve()));
      if (isMeanwhile) await does(back);
      const expected = await runOrNot(async () => {
        if (isMeanwhile) await does(change);
        await forget();
      });
      await does(back);
      expect(seen).toEqual(expected);
    }
    expect((await run(async () => {})).end.status).toBe('success');
  });

  /** How a run ended, or that it could not be started. */
  const runOrNot = (meanwhile: () => Promise<unknown>) =>
    run(meanwhile).then(
      ({ end }) => end,
      () => 'not started',
    );

  it('a claimed run whose command could not be read goes back in line, and runs', async () => {
    const runId = await createRun(command);
    await startRun(command, runId, { who: 'Ada' });
    await forget();
    const { query } = pg.Client.prototype;
    let failures = 0;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const done = given.at(-1);
      if (failures > 0 || typeof done !== 'function' || textsOf([given]).length === 0)
        return Reflect.apply(query, this, given);
      failures += 1;
      process.nextTick(done, new Error('The connection was lost'));
    });
    const worker = await startWorker();
    const status = async () =>
      z
        .tuple([z.object({ status: z.string() })])
        .parse(await sql.query('select status from run where run_id = $1', [runId]))[0].status;
    await expect.poll(status, { timeout: 60_000 }).toBe('success');
    expect(failures).toBe(1);
    spy.mockRestore();
    await worker.stop();
  }, 120_000);

  /** What is asked of the run itself is never remembered. */
  const OF_RUN = ['run', 'open_run', 'dropdown_run', 'approval_run', 'approval_request', 'last_change'];
  /** Of which a new row, or one that is gone, matters to no run in line. */
  const EVENTS: Record<string, number> = { credential: 24, run_definition: 16 };

  it('every table that is read for that notes each change', async () => {
    const runId = await createRun(command);
    await startRun(command, runId, { who: 'Ada' });
    await forget();
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    await executeWaiting();
    const [text = ''] = textsOf(spy.mock.calls);
    spy.mockRestore();
    const tables = new Set([...text.matchAll(/\b(?:from|join) \(?\s*"?([a-z_]+)/g)].map(([, name]) => name));
    const known = (await notedTables()).filter(({ name }) => tables.has(name) && !OF_RUN.includes(name));
    expect(known.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'membership',
        'command',
        'template',
        'credential',
        'run_definition',
        'dropdown',
      ]),
    );
    expect(known.filter(({ name, events }) => events !== (EVENTS[name] ?? 28))).toEqual([]);
  });
});
