import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunTrigger } from '@/lib/contract/runs/trigger';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { lineUp } from '@/server/runs/execute/line-up';
import { withApp } from '../support/app/app';
import {
  createCommand,
  createCredential,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp({ WORKER_CONCURRENCY: '10', CREDENTIAL_CONCURRENCY: '4', COMMAND_CONCURRENCY: '3' });

interface Line {
  orgId: string;
  credentialId: number;
  command: MadeCommand;
}

/** One line per connection; the second command of the first connection shares its places. */
let first: Line;
let sibling: Line;
let others: Line[];
let ofB: Line;

async function lineOf(orgId: string, userId: string, name: string, credentialId?: number): Promise<Line> {
  const connected = credentialId ?? (await createCredential(orgId));
  const command = await createCommand(orgId, userId, connected, { friendlyName: name });
  return { orgId, credentialId: connected, command };
}

beforeAll(async () => {
  await createOrganizations();
  first = await lineOf(ORG_A, people.orgAdmin, 'first');
  sibling = await lineOf(ORG_A, people.orgAdmin, 'sibling', first.credentialId);
  others = [];
  for (const name of ['second', 'third', 'fourth']) others.push(await lineOf(ORG_A, people.orgAdmin, name));
  ofB = await lineOf(ORG_B, people.orgAdminB, 'of_b');
});
beforeEach(() => sql.query('delete from open_run'));

/** Puts runs in line as starting them does, one after another. Returns their ids. */
async function queue(
  { orgId, credentialId, command }: Line,
  trigger: RunTrigger,
  userId: string,
  times = 1,
): Promise<number[]> {
  const runIds: number[] = [];
  const lined = lineUp({ credentialId, sourceKind: 'postgres' });
  for (let run = 0; run < times; run += 1) {
    const { text, values } = lined;
    const at = values.length;
    const [made] = await sql.query<{ run_id: number }>(
      `with started as (
         insert into run (org_id, command_id, template_id, started_by_user_id, trigger, queued_at)
         values ($${at + 1}, $${at + 2}, $${at + 3}, $${at + 4}, $${at + 5}, now())
         returning org_id, run_id, command_id, started_by_user_id, trigger, started_through,
           scheduled_job_id
       ), ${text} select run_id from started`,
      [...values, orgId, command.commandId, command.templateId, userId, trigger],
    );
    runIds.push(made?.run_id ?? 0);
  }
  return runIds;
}

/** Releases a place, as the end of a run does. */
const end = (runId: number | undefined) => sql.query('delete from open_run where run_id = $1', [runId]);

const take = async (places: number) => (await claimRuns('worker', places)).map(({ runId }) => runId);

describe('S57 the line', () => {
  it('serves the first class first, whatever came before', async () => {
    const [bulk] = await queue(first, 'bulk', people.runner);
    const [schedule] = await queue(first, 'schedule', people.runner);
    const [api] = await queue(first, 'api', people.runner);
    const [click] = await queue(first, 'person', people.runner);
    const taken: (number | undefined)[] = [];
    for (let place = 0; place < 4; place += 1) {
      const [runId] = await take(1);
      taken.push(runId);
      await end(runId);
    }
    expect(taken).toEqual([click, api, schedule, bulk]);
  });

  it('lets people take turns on a connection: many runs of one never delay the next run of another', async () => {
    const many = await queue(first, 'bulk', people.runner, 40);
    expect(await take(1)).toEqual(many.slice(0, 1));
    const few = await queue(sibling, 'bulk', people.engineer, 2);
    const taken: number[] = [];
    for (let place = 0; place < 4; place += 1) {
      const [runId = 0] = await take(1);
      taken.push(runId);
      await end(runId);
    }
    expect(taken.slice(0, 2)).toEqual(few);
    expect(taken.slice(2)).toEqual(many.slice(1, 3));
  });

  it('serves the runs of one person in order', async () => {
    const runs = await queue(first, 'person', people.runner, 3);
    expect(await take(3)).toEqual(runs);
  });

  it('skips a full command or connection, and continues with the others', async () => {
    await queue(first, 'person', people.runner, 6);
    const [ofSibling] = await queue(sibling, 'person', people.runner, 2);
    const [elsewhere] = await queue(others[0] as Line, 'person', people.runner);
    const taken = await take(10);
    // Three of the first command, one more of its connection, and the other connection's.
    expect(taken).toHaveLength(5);
    expect(taken).toContain(ofSibling);
    expect(taken).toContain(elsewhere);
    expect(await take(5)).toEqual([]);
  });

  it('keeps a share of a worker free for other organizations, however many runs one has', async () => {
    for (const line of [first, ...others]) await queue(line, 'person', people.runner, 4);
    expect(await take(10)).toHaveLength(8);
    expect(await take(2)).toEqual([]);
    const [other] = await queue(ofB, 'bulk', people.orgAdminB);
    expect(await take(2)).toEqual([other]);
  });

  it('keeps a share of a worker free for people who wait, however much background work there is', async () => {
    for (const line of [first, ...others]) await queue(line, 'bulk', people.runner, 4);
    expect(await take(10)).toHaveLength(6);
    expect(await take(4)).toEqual([]);
    const [click] = await queue(others[2] as Line, 'person', people.engineer);
    expect(await take(4)).toEqual([click]);
  });

  it('leaves places of a command and a connection to people, however many workers do background work', async () => {
    const takeAll = async () => [...(await claimRuns('worker', 10)), ...(await claimRuns('another', 10))];
    await queue(first, 'bulk', people.runner, 20);
    await queue(sibling, 'bulk', people.runner, 20);
    // Of four places on the connection, three; of three for the command, two.
    expect(await takeAll()).toHaveLength(3);
    const clicks = await queue(first, 'person', people.engineer, 1);
    expect((await takeAll()).map(({ runId }) => runId)).toEqual(clicks);
  });

  it('takes the next of ten thousand as fast as of one, and a click before the others', async () => {
    const { orgId, credentialId, command } = first;
    await sql.query(
      `with started as (
         insert into run (org_id, command_id, template_id, started_by_user_id, trigger, queued_at)
         select $1, $2, $3, $4, 'bulk', now() from generate_series(1, 10000) returning run_id
       )
       insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn)
       select $1, run_id, $2, $5, $4, 'postgres', 4, row_number() over () from started`,
      [orgId, command.commandId, command.templateId, people.runner, credentialId],
    );
    expect(await take(10)).toHaveLength(2);
    const [click] = await queue(first, 'person', people.engineer);
    expect(await take(10)).toEqual([click]);
    // The plan, rather than the clock: neither the line nor the history is scanned.
    const plan = await sql.query<{ 'QUERY PLAN': string }>(
      `explain select o.* from open_run o where o.state = 'waiting' and o.credential_id = ${credentialId} and o.command_id = ${command.commandId}
       order by o.class, o.turn, o.run_id limit 1`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('open_run_line');
  });
});

describe('S80 the line', () => {
  /** One command in each of some organizations, all of them of one person. */
  async function linesOf(userId: string, names: readonly string[]): Promise<Line[]> {
    const lines: Line[] = [];
    for (const orgId of names) {
      await prisma().org.create({ data: { orgId, name: orgId, slugs: { create: { slug: orgId } } } });
      // Several connections, whose places of their own would bind first.
      for (const part of ['a', 'b', 'c']) lines.push(await lineOf(orgId, userId, `${orgId}_${part}`));
    }
    return lines;
  }
  const eve = people.nobody;
  let eves: Line[];
  beforeAll(async () => {
    eves = await linesOf(eve, ['eve-1', 'eve-2']);
  });

  it('gives one person no more places than one organization, however many organizations they have', async () => {
    for (const line of eves) await queue(line, 'person', eve, 3);
    expect(await take(10)).toHaveLength(8);
    expect(await take(2)).toEqual([]);
    const [other] = await queue(ofB, 'bulk', people.orgAdminB);
    expect(await take(2)).toEqual([other]);
  });

  it('keeps a place for those who hold none, however many hold some', async () => {
    for (const line of eves) await queue(line, 'person', eve, 3);
    expect(await take(10)).toHaveLength(8);
    const [first1] = await queue(first, 'person', people.runner, 2);
    expect(await take(2)).toEqual([first1]);
    const [newcomer] = await queue(ofB, 'person', people.orgAdminB);
    expect(await take(1)).toEqual([newcomer]);
  });

  it('lets those who hold fewer than the last places take another one of them', async () => {
    // Twenty places: sixteen for one holder, and the last two for those who hold one at most.
    const take20 = () =>
      sql.query(`select claim_runs('large', 1, 20, 20, 16, 18, 20, '{}', 100) as run_id`) as Promise<
        { run_id: number }[]
      >;
    const takeAll = async () => {
      const runIds: number[] = [];
      for (let taken = await take20(); taken[0] !== undefined; taken = await take20())
        runIds.push(taken[0].run_id);
      return runIds;
    };
    for (const line of eves) await queue(line, 'person', eve, 3);
    expect(await takeAll()).toHaveLength(16);
    const [held] = await queue(ofB, 'person', people.orgAdminB);
    expect(await takeAll()).toEqual([held]);
    await queue(first, 'person', people.runner, 3);
    expect(await takeAll()).toHaveLength(2);
    const [short] = await queue(ofB, 'person', people.orgAdminB, 2);
    expect(await takeAll()).toEqual([short]);
  });

  it('serves those first who hold fewer places in all of their organizations', async () => {
    const [one, , , two] = eves;
    await queue(one as Line, 'person', eve, 2);
    await take(2);
    await queue(two as Line, 'person', eve, 1);
    const [other] = await queue(ofB, 'person', people.orgAdminB);
    expect(await take(1)).toEqual([other]);
  });
});
