import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { readEvents } from '../../support/app/event-stream';
import { type Answered, send, sendRaw } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { readRun } from '../../support/things/runs';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();
const source = withSource(
  `create function one() returns integer language sql as 'select 1';
   create function echoed(value text) returns text language sql as 'select value';
   create function people_of(n integer) returns table (id bigint, email text) language sql as
     $$ select g, 'person' || g || '@example.com' from generate_series(1, n) g $$;
   create function pairs(inout a integer, out b text) language sql as $$ select a, 'ü"\\' || a $$;
   create procedure nothing() language sql as '';
   create function told() returns void language plpgsql as $$ begin raise notice 'line one'; raise warning 'two'; end $$;
   create function failing() returns setof integer language plpgsql as
     $$ begin raise notice 'before'; raise exception 'No, "thanks"' using hint = 'Ask later'; end $$;`,
  createOrganizations,
);

const commands = new Map<string, MadeCommand>();
const made = (name: string): MadeCommand => commands.get(name) as MadeCommand;

beforeAll(async () => {
  const routines = [
    'one()',
    'echoed(text)',
    'people_of(integer)',
    'pairs(integer)',
    'nothing()',
    'told()',
    'failing()',
  ];
  for (const routine of routines)
    commands.set(routine.replace(/\(.*/, ''), await commit(source, `public.${routine}`));
  // The first run opens the connection that hears of changes.
  await run('one', {});
});

interface Asked {
  as?: string;
  headers?: Record<string, string>;
  more?: Record<string, JsonValue>;
  /** What happens while the run is in line. */
  meanwhile?: (runId: number) => Promise<unknown>;
}

const inLine = z.array(z.object({ run_id: z.int(), is_awaited: z.boolean() }));
const waiting = async () =>
  inLine.parse(await sql.query('select run_id, news_channel is not null as is_awaited from open_run'));

/** The texts among statements that read a run. */
const readsAmong = (calls: readonly (readonly unknown[])[]): string[] =>
  calls.flatMap(([asked]) => {
    const { text } = z.object({ text: z.string() }).catch({ text: '' }).parse(asked);
    return text.includes('as cancelled_by_name') ? [text] : [];
  });

const WAIT = { timeout: 120_000 };

/** Runs a command with run-sync; no worker serves the line, so the run is in it until `meanwhile` is over. */
async function run(name: string, params: Record<string, JsonValue>, asked: Asked = {}) {
  const { commandId, templateId } = made(name);
  const body = { olId: templateId, kitId: commandId, params, ...asked.more };
  const { as = people.runner, headers = {}, meanwhile } = asked;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const answering = send(
    'POST',
    `/${ORG_A}/run-sync`,
    headers.authorization ? { headers, body } : { as, headers, body },
  );
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), WAIT);
  const [{ run_id: runId, is_awaited: isAwaited } = { run_id: 0, is_awaited: false }] = await waiting();
  await meanwhile?.(runId);
  await executeWaiting();
  const answered: Answered = await answering;
  const texts = readsAmong(query.mock.calls);
  query.mockRestore();
  return { answered, reads: texts.length, texts, runId, isAwaited };
}

describe('word of its end brings a run to the caller who waits', () => {
  const plain: [string, Record<string, JsonValue>, Asked?][] = [
    ['one', {}],
    ['echoed', { value: 'ü "quoted"\n\\ 😀 \u2028' }],
    ['people_of', { n: 20 }],
    ['people_of', { n: 0 }],
    ['pairs', { a: 4 }],
    ['nothing', {}],
    ['told', {}],
    ['failing', {}],
    ['one', {}, { more: { dryRun: true } }],
  ];
  it.each(plain)('%s(%j): without reading it, and exactly as it is read', async (name, params, asked) => {
    await run(name, params, asked);
    const { answered, reads, runId, isAwaited } = await run(name, params, asked);
    expect(answered.status).toBe(200);
    expect({ isAwaited, reads }).toEqual({ isAwaited: true, reads: 0 });
    expect(answered.body).toEqual((await readRun(made(name), runId)).body);
  });

  it('a result that is too large for news is read', async () => {
    for (const n of [400, 200_000]) {
      await run('people_of', { n });
      const { answered, reads, runId } = await run('people_of', { n });
      expect(reads).toBeGreaterThan(0);
      expect(answered.body).toEqual((await readRun(made('people_of'), runId)).body);
    }
  });

  it('a run that is canceled while it waits is read', async () => {
    const { commandId } = made('one');
    const { answered, reads } = await run(
      'one',
      {},
      {
        meanwhile: (runId) =>
          send('POST', `/${ORG_A}/kits/${commandId}/runs/${runId}/cancel`, { as: people.runner }),
      },
    );
    expect(answered.body).toMatchObject({ end_reason: 'cancelled', cancelled_by_name: 'runner' });
    expect(reads).toBeGreaterThan(0);
  });

  it('each person hears of their own runs, however they authenticate', async () => {
    await run('one', {});
    expect((await run('one', {}, { as: people.engineer })).reads).toBe(1);
    expect((await run('one', {}, { as: people.engineer })).reads).toBe(0);
    const { token } = await giveToken(people.runner);
    expect((await run('one', {}, { headers: bearer(token) })).reads).toBe(0);
  });
});

/** A statement that another process might send about the command with the id $1, and one that takes it back. */
interface Change {
  what: string;
  change: string;
  back: string;
  expected: Record<string, unknown>;
}

const roleOf = (role: string) =>
  `update command_user_grant set role = '${role}' where command_id = $1 and user_id = '${people.runner}'`;

const changes: Change[] = [
  {
    what: 'a mask',
    change: `update command set masked_outputs = '[{"kind":"column","path":"email"}]' where command_id = $1`,
    back: `update command set masked_outputs = '[]' where command_id = $1`,
    expected: { masked_outputs: [{ kind: 'column', path: 'email' }] },
  },
  {
    what: 'a name',
    change: `update command set name = 'Renamed' where command_id = $1`,
    back: `update command set name = 'people_of' where command_id = $1`,
    expected: { name: 'Renamed' },
  },
  {
    what: 'a role that was taken up',
    change: roleOf('admin'),
    back: roleOf('runner'),
    expected: { may_reveal: true },
  },
  {
    what: 'a role by another way',
    change: `insert into command_group_grant (org_id, command_id, group_id, role)
      select '${ORG_A}', $1, group_id, 'admin' from group_member where user_id = '${people.runner}'`,
    back: `delete from command_group_grant where command_id = $1`,
    expected: { may_reveal: true },
  },
];

describe('a change from another process, between two runs or during one, holds at once', () => {
  const does = (text: string) => sql.query(text, [made('people_of').commandId]);

  beforeAll(async () => {
    await sql.query(`insert into user_group (org_id, group_id, name) values ('${ORG_A}', 'told', 'Told')`);
    await sql.query(
      `insert into group_member (org_id, group_id, user_id) values ('${ORG_A}', 'told', '${people.runner}')`,
    );
  });

  it.each(changes)('$what', async ({ change, back, expected }) => {
    await run('people_of', { n: 2 });
    expect((await run('people_of', { n: 2 })).reads).toBe(0);
    const during = await run('people_of', { n: 2 }, { meanwhile: () => does(change) });
    expect(during.answered.body).toMatchObject(expected);
    await does(back);
    await run('people_of', { n: 2 });
    await does(change);
    const after = await run('people_of', { n: 2 });
    expect(after.answered.body).toMatchObject(expected);
    expect(after.answered.body).toEqual((await readRun(made('people_of'), after.runId)).body);
    await does(back);
  });

  it('any changes in any order: each answer is what reading the run says', async () => {
    const step = fc.record({ index: fc.nat(changes.length - 1), isMeanwhile: fc.boolean() });
    const [steps = []] = fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), 1);
    const changed = new Set<number>();
    let told = 0;
    for (const { index, isMeanwhile } of steps) {
      const { change, back } = changes[index] as Change;
      const isBack = changed.delete(index);
      if (!isBack) changed.add(index);
      const toggle = () => does(isBack ? back : change);
      if (!isMeanwhile) await toggle();
      const { answered, runId, reads } = await run(
        'people_of',
        { n: 2 },
        isMeanwhile ? { meanwhile: toggle } : {},
      );
      expect(answered.body).toEqual((await readRun(made('people_of'), runId)).body);
      if (reads === 0) told += 1;
      // Reading it fills the memory of the process again, so the next one may come with news.
      told += (await run('people_of', { n: 2 })).reads === 0 ? 1 : 0;
    }
    expect(told).toBeGreaterThan(0);
    for (const index of changed) await does((changes[index] as Change).back);
  });

  it('S15 who loses the command while their run waits gets nothing of it', async () => {
    await run('one', {});
    expect((await run('one', {})).reads).toBe(0);
    const { commandId } = made('one');
    const { answered } = await run(
      'one',
      {},
      {
        meanwhile: () =>
          sql.query('delete from command_user_grant where command_id = $1 and user_id = $2', [
            commandId,
            people.runner,
          ]),
      },
    );
    expect(answered.status).toBe(404);
    await sql.query(
      `insert into command_user_grant (org_id, command_id, user_id, role) values ($1, $2, $3, 'runner')`,
      [ORG_A, commandId, people.runner],
    );
    expect((await run('one', {})).answered.status).toBe(200);
  });

  /** What news hold of the run itself, and what a person's name was then. */
  const OF_RUN = [
    'run',
    'run_result',
    'run_log',
    'run_definition',
    'run_file',
    'bulk_run',
    'approval_request',
  ];
  const OF_PEOPLE = ['user', 'former_person_name'];

  it('every table that reading a run asks about its command or access tells of each change', async () => {
    const { texts } = await run('one', {}, { as: people.orgAdmin });
    const tables = new Set(
      [...(texts[0] ?? '').matchAll(/\b(?:from|join) \(?\s*"?([a-z_]+)/g)].map(([, name]) => name),
    );
    const told = z.array(z.object({ name: z.string(), events: z.int() })).parse(
      await sql.query(`select c.relname as name, bit_or(t.tgtype & 28)::int as events
        from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
        where p.proname in ('tell_access_changed', 'tell_shown_changed') and t.tgattr = '' and t.tgenabled <> 'D'
        group by 1`),
    );
    // Deletes, updates, and inserts; a new command has no runs yet.
    const all = told
      .filter(({ name, events }) => events === (name === 'command' ? 24 : 28))
      .map(({ name }) => name);
    const names = z
      .array(z.object({ relname: z.string() }))
      .parse(
        await sql.query(
          `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
        ),
      );
    const asked = names.map(({ relname }) => relname).filter((name) => tables.has(name));
    expect(asked).toContain('membership');
    expect(asked.filter((name) => ![...all, ...OF_RUN, ...OF_PEOPLE, 'approval_run'].includes(name))).toEqual(
      [],
    );
  });
});

describe('of a run whose caller waits', () => {
  async function heardDuring(work: () => Promise<unknown>): Promise<string[]> {
    const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await listener.connect();
    const heard: string[] = [];
    listener.on('notification', ({ channel, payload }) => {
      // Anyone who can connect can listen, so there is nothing in it but the run's id.
      expect(payload).toMatch(/^\d+$/);
      heard.push(channel);
    });
    await listener.query('listen run_changed; listen run_ended');
    await work();
    await expect.poll(() => heard).toContain('run_ended');
    await listener.end();
    return heard;
  }

  it('only the end is announced', async () => {
    expect(await heardDuring(() => run('one', {}))).toEqual(['run_ended']);
  });

  it('all is announced once a stream watches it', async () => {
    let states: (string | undefined)[] = [];
    const heard = await heardDuring(async () => {
      let streaming: Promise<unknown> = Promise.resolve();
      const watch = async (runId: number) => {
        const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { as: people.runner });
        let isSeen = () => {};
        const seen = new Promise<void>((resolve) => {
          isSeen = resolve;
        });
        streaming = readEvents(stream, async () => isSeen()).then((events) => {
          states = events.map(({ data }) => data.status);
        });
        await seen;
        await expect.poll(async () => (await waiting())[0]?.is_awaited).toBe(false);
      };
      const { reads } = await run('one', {}, { meanwhile: watch });
      expect(reads).toBe(1);
      await streaming;
    });
    expect(heard).toEqual(['run_changed', 'run_ended']);
    expect(states.at(-1)).toBe('success');
  });
});
