import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { ids } from '@/server/base/ids';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { readRun } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function told(who text, n integer default 1) returns text language sql as $$ select who || ' ' || n $$;
   create function other(who text, n integer default 1) returns text language sql as $$ select 'other ' || who $$;`,
  createOrganizations,
);
withWorker();

let command: MadeCommand;
let other: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.told(text, integer)');
  other = await commit(source, 'public.other(text, integer)');
});

const keyOf = (isKeyed: boolean): Record<string, string> =>
  isKeyed ? { 'idempotency-key': ids.request() } : {};
const RUN = z.object({ run_id: z.int() });

/** Who sends a request, and whether with a key: then nothing that is remembered is used. */
interface How {
  as?: string;
  isKeyed?: boolean;
}

/** A request that creates a run. */
const create = ({ commandId, templateId }: MadeCommand, { as = people.runner, isKeyed = false }: How = {}) =>
  send('POST', `/${ORG_A}/run-async-i`, {
    as,
    headers: keyOf(isKeyed),
    body: { olId: templateId, kitId: commandId },
  });

/** A request that starts it. */
const start = ({ commandId, templateId }: MadeCommand, runId: number, { isKeyed = false }: How = {}) =>
  send('POST', `/${ORG_A}/run-async-ii`, {
    as: people.runner,
    headers: keyOf(isKeyed),
    body: { runrams: { who: 'Ada' }, olId: templateId, runId, kitId: commandId },
  });

/** What both requests say, and which of the caller, the command, and the run they read. */
async function run(isKeyed = false) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const created = await create(command, { isKeyed });
  const runId = RUN.safeParse(created.body).data?.run_id ?? null;
  const started = runId === null ? null : await start(command, runId, { isKeyed });
  const texts = query.mock.calls.map(
    ([asked]) => z.object({ text: z.string() }).catch({ text: '' }).parse(asked).text,
  );
  query.mockRestore();
  const reads = texts.flatMap((text) => {
    if (text.includes('as policies')) return ['caller'];
    if (text.includes('as is_deleted')) return ['command'];
    return text.includes('as is_over') ? ['run'] : [];
  });
  const [row] = await sql.query(
    `select r.params, r.sent_values, r.started_by_user_id, r.started_through, r.trigger, d.content from run r
     left join run_definition d using (org_id, definition_id) where r.run_id = $1`,
    [runId],
  );
  const error = ({ body }: { body: unknown }) =>
    z.looseObject({ code: z.string(), message: z.string() }).safeParse(body).data?.message ?? null;
  return {
    created: { status: created.status, error: error(created) },
    started: started && { status: started.status, error: error(started) },
    row,
    reads,
  };
}

/** A change of the organization that nothing depends on, after which nothing remembered is used. */
const forget = () => sql.query(`update org set required_issuer = required_issuer where org_id = '${ORG_A}'`);

const changes = [
  ['a version', 'update command set version = version + 1 where command_id = $1', ''],
  [
    'a lost command',
    `delete from command_user_grant where command_id = $1 and user_id = '${people.runner}'`,
    `insert into command_user_grant (org_id, command_id, user_id, role) values ('${ORG_A}', $1, '${people.runner}', 'runner')`,
  ],
  [
    'a deleted command',
    'update command set deleted_at = now() where command_id = $1',
    'update command set deleted_at = null where command_id = $1',
  ],
  [
    'approval',
    'update command set needs_approval = true where command_id = $1',
    'update command set needs_approval = false where command_id = $1',
  ],
  [
    'a confirmation word',
    `update command set confirmation_word = 'yes' where command_id = $1`,
    'update command set confirmation_word = null where command_id = $1',
  ],
  [
    'a membership',
    `update membership set state = 'deleted' where user_id = '${people.runner}'`,
    `update membership set state = 'active' where user_id = '${people.runner}'`,
  ],
] as const;
const does = (text: string) =>
  text === '' ? undefined : sql.query(text, text.includes('$1') ? [command.commandId] : []);

describe('the two requests that create a run and start it', () => {
  beforeEach(async () => {
    await run();
    expect(await run()).toMatchObject({ started: { status: 202 }, reads: [] });
  });

  it('read neither the caller nor the command again, and do what they do otherwise', async () => {
    const { reads, ...remembered } = await run();
    const { reads: read, ...expected } = await run(true);
    expect(remembered).toEqual(expected);
    expect(read).toEqual(['caller', 'command', 'caller', 'run']);
    expect(reads).toEqual([]);
  });

  it.each(changes)('obey %s from another process at once', async (_, change, back) => {
    await does(change);
    const { reads, ...seen } = await run();
    await forget();
    const { reads: _all, ...expected } = await run(true);
    await does(back);
    expect(seen).toEqual(expected);
    expect(reads).toContain('caller');
  });

  it('obey a change between them', async () => {
    const { run_id: runId } = RUN.parse((await create(command)).body);
    await does(changes[1][1]);
    expect((await start(command, runId)).status).toBe(404);
    await does(changes[1][2]);
    expect((await start(command, runId)).status).toBe(202);
    expect((await readRun(command, runId)).body).toMatchObject({ status: 'success', payload: 'Ada 1' });
  });

  it('S15 start no run of another person or command, or one that was started or canceled', async () => {
    const ofEngineer = RUN.parse((await create(command, { as: people.engineer })).body).run_id;
    const ofOther = RUN.parse((await create(other)).body).run_id;
    const own = RUN.parse((await create(command)).body).run_id;
    const canceled = RUN.parse((await create(command)).body).run_id;
    await send('POST', `/${ORG_A}/kits/${command.commandId}/runs/${canceled}/cancel`, { as: people.runner });
    expect((await start(command, own)).status).toBe(202);
    for (const runId of [ofEngineer, ofOther, own, canceled, 1]) {
      // The next one is decided by what is remembered again.
      await run();
      const { status, body } = await start(command, runId);
      const expected = await start(command, runId, { isKeyed: true });
      expect({ runId, status }).toEqual({ runId, status: expected.status });
      if (status === 202) expect(body).toEqual(expected.body);
    }
    const begun = await sql.query('select from run where run_id = any($1) and definition_id is not null', [
      [ofEngineer, ofOther, canceled],
    ]);
    expect(begun).toEqual([]);
  });
});
