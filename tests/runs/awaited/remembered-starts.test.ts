import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { DEMO_ISSUER } from '@/lib/orgs/sign-in-policy';
import { clock } from '@/server/base/clock';
import { sql, transaction } from '@/server/base/database/db';
import { ids } from '@/server/base/ids';
import { insertSession } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { repeats } from '../../support/setup/reach';
import { notedTables } from '../../support/things/noted-tables';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();
const source = withSource(
  `create function told(who text, n integer default 1, mail text default '') returns text language sql as
     $$ select who || ' ' || n || mail $$;
   create function other(who text, n integer default 1) returns text language sql as $$ select 'other ' || who $$;`,
  createOrganizations,
);
withWorker();

let command: MadeCommand;
let other: MadeCommand;
const callers = new Map<string, Record<string, string>>();
const headersOf = (caller: string) => callers.get(caller) ?? {};

beforeAll(async () => {
  command = await commit(source, 'public.told(text, integer, text)');
  other = await commit(source, 'public.other(text, integer)');
  callers.set('demo', { 'x-demo-user-id': people.runner });
  callers.set('engineer', { 'x-demo-user-id': people.engineer });
  callers.set('token', bearer((await giveToken(people.runner)).token));
  const scope = { kind: 'run' as const, commandIds: [command.commandId], folderIds: [] };
  callers.set('narrow token', bearer((await giveToken(people.runner, { scope })).token));
  const from = { address: '10.0.0.1', userAgent: null };
  const session = await transaction((tx) => insertSession(tx, people.runner, DEMO_ISSUER, from));
  callers.set('session', { cookie: `pushboard_session=${session}`, 'sec-fetch-site': 'same-origin' });
  await sql.query(
    `insert into dropdown (org_id, name, kind, values, created_by_user_id) values ('${ORG_A}', 'Numbers', 'hardcoded', '{1,2,3}', '${people.engineer}')`,
  );
  await does(
    `update command_input set dropdown_id = (select dropdown_id from dropdown), dropdown_linked_by = '${people.engineer}' ${INPUT('n')}`,
  );
  await does(`update command_input set variable = 'user_email' ${INPUT('mail')}`);
  await sql.query(
    `insert into user_group (org_id, group_id, name) values ('${ORG_A}', 'engineers', 'Engineers')`,
  );
  await sql.query(
    `insert into command_group_grant (org_id, command_id, group_id, role) values ('${ORG_A}', $1, 'engineers', 'admin')`,
    [command.commandId],
  );
});

const started = z.object({ run_id: z.int() });

/** What a run is, besides its id and times; the refusal of one that wasn't started. */
async function outcome(body: unknown): Promise<unknown> {
  const run = started.safeParse(body);
  if (!run.success) return z.looseObject({}).parse(body);
  const [row] = await sql.query(
    `select r.params, r.sent_values, r.is_dry_run, r.started_by_user_id, d.content as definition from run r
     left join run_definition d using (org_id, definition_id) where r.run_id = $1`,
    [run.data.run_id],
  );
  return row;
}

/** Of a response, what is the same whenever the request is sent. */
const same = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      /_id$|_time$|^id$|request/i.test(key) && key !== 'kit_id' ? undefined : value,
    ),
  );

interface Ran {
  status: number;
  body: unknown;
  made: unknown;
  /** Which of the caller and the command were read. */
  reads: string[];
}

/** Runs the command. With a key, nothing that is remembered is used. */
async function run(
  caller: string,
  params: Record<string, JsonValue>,
  { keyed = false, of = command } = {},
): Promise<Ran> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const key: Record<string, string> = keyed ? { 'idempotency-key': ids.request() } : {};
  const body = { olId: of.templateId, kitId: of.commandId, params };
  const answered = await send('POST', `/${ORG_A}/run-sync`, {
    headers: { ...headersOf(caller), ...key },
    body,
  });
  const texts = query.mock.calls.map(
    ([asked]) => z.object({ text: z.string() }).catch({ text: '' }).parse(asked).text,
  );
  query.mockRestore();
  const reads = texts.flatMap((text) =>
    text.includes('as policies') ? ['caller'] : text.includes('as is_deleted') ? ['command'] : [],
  );
  return {
    status: answered.status,
    body: same(answered.body),
    made: same(await outcome(answered.body)),
    reads,
  };
}

const VALUES = { who: 'Ada', n: 2 };

/** The change of an organization that nothing depends on, after which nothing remembered is used, nor by the worker. */
const forget = () => sql.query(`update org set required_issuer = required_issuer where org_id = '${ORG_A}'`);

/** Runs it as what is remembered says, and as processes would that remember nothing. */
async function compared(caller: string, params: Record<string, JsonValue>): Promise<Ran> {
  const { reads, ...seen } = await run(caller, params);
  await forget();
  const { reads: _, ...expected } = await run(caller, params, { keyed: true });
  expect(seen, caller).toEqual(expected);
  return { ...seen, reads };
}

interface Change {
  what: string;
  change: string;
  back: string;
}

const OF_COMMAND = 'where command_id = $1';
const INPUT = (key: string) =>
  `where command_id = $1 and template_input_id in (select template_input_id from template_input where key = '${key}')`;
const ofCommand = (what: string, set: string, back: string): Change => ({
  what,
  change: `update command set ${set} ${OF_COMMAND}`,
  back: `update command set ${back} ${OF_COMMAND}`,
});
const ofInput = (what: string, key: string, set: string, back: string): Change => ({
  what,
  change: `update command_input set ${set} ${INPUT(key)}`,
  back: `update command_input set ${back} ${INPUT(key)}`,
});
const ofRunner = (what: string, table: string, set: string, back: string, also = ''): Change => ({
  what,
  change: `update ${table} set ${set} where user_id = '${people.runner}' ${also}`,
  back: `update ${table} set ${back} where user_id = '${people.runner}' ${also}`,
});

const changes: Change[] = [
  ofCommand('a name', `name = 'Renamed'`, `name = 'told'`),
  ofCommand('a confirmation word', `confirmation_word = 'yes'`, 'confirmation_word = null'),
  ofCommand('approval', 'needs_approval = true', 'needs_approval = false'),
  ofCommand('a mask', `masked_outputs = '[{"kind":"column","path":"told"}]'`, `masked_outputs = '[]'`),
  ofCommand('a time limit', 'timeout_seconds = 7', 'timeout_seconds = null'),
  ofCommand('a deletion', 'deleted_at = now()', 'deleted_at = null'),
  ofCommand('a version', 'version = version + 1', 'version = version + 1'),
  ofInput(
    'a locked input',
    'n',
    `locked = true, use_default_value = true, default_value = '3'`,
    'locked = false, use_default_value = false, default_value = null',
  ),
  ofInput('a hidden input', 'n', 'hidden = true', 'hidden = false'),
  ofInput('a variable', 'who', `variable = 'user_email'`, 'variable = null'),
  ofInput(
    'a dropdown',
    'n',
    'dropdown_id = null, dropdown_linked_by = null',
    `dropdown_id = (select dropdown_id from dropdown), dropdown_linked_by = '${people.engineer}'`,
  ),
  {
    what: 'options',
    change: `update dropdown set values = '{1}'`,
    back: `update dropdown set values = '{1,2,3}'`,
  },
  {
    what: 'a type',
    change: `update template_input set type = jsonb_set(type, '{constraints,maximum}', '1') where key = 'n'`,
    back: `update template_input set type = jsonb_set(type, '{constraints,maximum}', '2147483647') where key = 'n'`,
  },
  {
    what: 'a warning',
    change: `update template set warning_tag = 'safe' where template_id in (select template_id from command ${OF_COMMAND})`,
    back: `update template set warning_tag = null where template_id in (select template_id from command ${OF_COMMAND})`,
  },
  ofRunner('a role', 'command_user_grant', `role = 'admin'`, `role = 'runner'`),
  {
    what: 'a grant',
    change: `delete from command_user_grant where command_id = $1 and user_id = '${people.runner}'`,
    back: `insert into command_user_grant (org_id, command_id, user_id, role) values ('${ORG_A}', $1, '${people.runner}', 'runner') on conflict do nothing`,
  },
  {
    what: 'a group',
    change: `insert into group_member (org_id, group_id, user_id) values ('${ORG_A}', 'engineers', '${people.runner}')`,
    back: `delete from group_member where group_id = 'engineers'`,
  },
  ofRunner('a membership', 'membership', `state = 'deleted'`, `state = 'active'`),
  ofRunner('an admin', 'membership', `role = 'admin'`, `role = 'member'`),
  ofRunner('an address', '"user"', `email = 'new@example.com'`, `email = 'demo-runner@example.com'`),
  {
    what: 'a sign-in policy',
    change: `update org set required_issuer = 'https://issuer.example'`,
    back: 'update org set required_issuer = null',
  },
  ofRunner(
    'the end of a session',
    'session',
    `expires_at = now() - interval '1 day'`,
    `expires_at = now() + interval '1 day'`,
  ),
  ofRunner(
    'the end of tokens',
    'access_token',
    `expires_at = now() - interval '1 day'`,
    `expires_at = now() + interval '1 day'`,
  ),
  ofRunner(
    'a scope',
    'access_token',
    `scope = '{"kind":"read"}'`,
    `scope = '{"kind":"everything"}'`,
    `and scope->>'kind' <> 'run'`,
  ),
];

const does = (text: string) => sql.query(text, text.includes('$1') ? [command.commandId] : []);

describe('what the start of a run reads is remembered', () => {
  it.each(['demo', 'engineer', 'token', 'narrow token', 'session'])(
    'by %s: the second run reads neither',
    async (caller) => {
      const first = await run(caller, VALUES);
      expect(first.status).toBe(200);
      const second = await run(caller, VALUES);
      expect(second).toEqual({ ...first, reads: [] });
    },
  );

  it('of each person and command by itself', async () => {
    await run('demo', VALUES);
    expect(await run('demo', VALUES, { of: other })).toMatchObject({
      status: 200,
      reads: ['caller', 'command'],
    });
    expect(await run('demo', VALUES, { of: other })).toMatchObject({ status: 200, reads: [] });
    expect(await run('narrow token', VALUES, { of: other })).toMatchObject({ status: 404 });
    expect(await run('demo', { who: 'Eve' })).toMatchObject({ reads: [], made: { params: '{"who":"Eve"}' } });
  });

  it('a refusal is decided by what is so now, and a request with a key by what its first one did', async () => {
    await run('demo', VALUES);
    const refused = await run('demo', { n: 'x' });
    expect(refused).toMatchObject({ status: 400, reads: ['caller', 'command'] });
    expect((await run('demo', VALUES, { keyed: true })).reads).toEqual(['caller', 'command']);
  });

  it('a form that asks for approval, or for options of a command, is read each time', async () => {
    await does('update command set needs_approval = true where command_id = $1');
    for (let time = 0; time < 2; time += 1) expect((await run('demo', VALUES)).reads).toContain('command');
    await does('update command set needs_approval = false where command_id = $1');
  });

  it('for a minute, so that the use of a token is recorded', async () => {
    await run('token', VALUES);
    expect((await run('token', VALUES)).reads).toEqual([]);
    const later = Date.now() + 61_000;
    const now = vi.spyOn(clock, 'nowMs').mockReturnValue(later);
    expect((await run('token', VALUES)).reads).toEqual(['caller', 'command']);
    now.mockRestore();
    const [row] = await sql.query(
      `select max(last_used_at) as at from access_token where scope->>'kind' = 'everything'`,
    );
    expect(z.object({ at: z.date() }).parse(row).at.getTime()).toBe(later);
  });
});

describe('a change from another process holds for the next run', () => {
  beforeEach(async () => {
    for (const caller of ['demo', 'engineer', 'token', 'session']) await run(caller, VALUES);
  });
  afterEach(async () => {
    for (const { back } of changes) await does(back);
  });

  it.each(changes)('$what', async ({ change, back }) => {
    const ofAll = async () => {
      const all = [];
      for (const caller of ['demo', 'engineer', 'token', 'session']) {
        const { status, body, made } = await compared(caller, VALUES);
        all.push({ status, body, made });
      }
      return all;
    };
    const before = await ofAll();
    for (const caller of ['demo', 'engineer', 'token', 'session']) await run(caller, VALUES);
    expect((await run('demo', VALUES)).reads).toEqual([]);
    await does(change);
    expect(await ofAll()).not.toEqual(before);
    await does(back);
    expect((await compared('demo', VALUES)).status).toBe(200);
  });

  it('S15 a change that is not committed yet holds once it is, in whatever order changes commit', async () => {
    const [first, second] = [
      new pg.Client(process.env.DATABASE_URL),
      new pg.Client(process.env.DATABASE_URL),
    ];
    await Promise.all([first.connect(), second.connect()]);
    try {
      await first.query('begin');
      await first.query(
        `delete from command_user_grant where command_id = $1 and user_id = '${people.runner}'`,
        [command.commandId],
      );
      await second.query('begin');
      // It waits for no other transaction that notes a change.
      await second.query(`update command set name = 'Second' where command_id = $1`, [command.commandId]);
      await second.query('commit');
      expect((await run('demo', VALUES)).reads).toEqual(['caller', 'command']);
      expect(await run('demo', VALUES)).toMatchObject({ status: 200, reads: [] });
      await first.query('commit');
      expect((await run('demo', VALUES)).status).toBe(404);
    } finally {
      await Promise.all([first.end(), second.end()]);
    }
  });

  it('each change leaves one row of what it is about, and a transaction makes one', async () => {
    const rows = async () =>
      (await sql.query(`select change_id from last_change where of_id = '${ORG_A}'`)) as unknown[];
    await does('update command set version = version + 1 where command_id = $1');
    const before = await rows();
    await transaction(async (tx) => {
      for (let time = 0; time < 3; time += 1) {
        await tx.query('update command set version = version + 1 where command_id = $1', [command.commandId]);
      }
    });
    expect(await rows()).toHaveLength(1);
    expect(await rows()).not.toEqual(before);
  });

  it('any changes in any order: each run is what it would be if nothing were remembered', async () => {
    const step = fc.record({
      index: fc.nat(changes.length - 1),
      caller: fc.constantFrom(...callers.keys()),
      params: fc.constantFrom<Record<string, JsonValue>>(VALUES, { who: 'Eve' }, { n: 1 }),
    });
    const count = repeats(300);
    const [steps = []] = fc.sample(fc.array(step, { minLength: count, maxLength: count }), 1);
    const changed = new Set<number>();
    let recalled = 0;
    for (const { index, caller, params } of steps) {
      await run(caller, params);
      if ((await run(caller, params)).reads.length === 0) recalled += 1;
      const { change, back } = changes[index] as Change;
      const isBack = changed.delete(index);
      if (!isBack) changed.add(index);
      await does(isBack ? back : change);
      await compared(caller, params);
    }
    expect(recalled).toBeGreaterThan(0);
  });
});

/** What the statement of a start reads that no change has to be noted of. */
const NOT_NOTED = ['last_change'];
/** What is only looked at for what is in the row when it is first read, or is itself asked for each time. */
const EVENTS: Record<string, number> = { org: 24, user: 24, session: 24, access_token: 24 };

describe('every table that the start of a run reads', () => {
  it('notes each change', async () => {
    const texts: string[] = [];
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    for (const caller of ['demo', 'token', 'session']) {
      await send('POST', `/${ORG_A}/run-sync`, {
        headers: { ...headersOf(caller), 'idempotency-key': ids.request() },
        body: { olId: command.templateId, kitId: command.commandId, params: VALUES },
      });
    }
    for (const [asked] of spy.mock.calls) {
      const { text } = z.object({ text: z.string() }).catch({ text: '' }).parse(asked);
      if (text.includes('as policies') || text.includes('as is_deleted')) texts.push(text);
    }
    spy.mockRestore();
    expect(texts.length).toBeGreaterThanOrEqual(6);
    const tables = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/\b(?:from|join) \(?\s*"?([a-z_]+)/g)].map(([, name]) => name),
      ),
    );
    const known = (await notedTables()).filter(({ name }) => tables.has(name) && !NOT_NOTED.includes(name));
    expect(known.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['membership', 'session', 'access_token', 'command', 'dropdown']),
    );
    // Deletes, updates, and inserts.
    expect(known.filter(({ name, events }) => events !== (EVENTS[name] ?? 28))).toEqual([]);
  });
});
