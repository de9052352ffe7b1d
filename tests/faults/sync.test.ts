import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callApp, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { type FaultApp, startFaultApp } from './fault-app';

const ROUTINES = 100;
const all = Array.from({ length: ROUTINES }, (_, i) => i);

const rows = z.array(z.object({ cloud_id: z.string(), revision: z.string().nullable() }));
const diff = z.object({ added: rows, modified: rows, deleted: rows, already_added: rows });

let app: FaultApp;
let own: pg.Pool;
let source: pg.Pool;
let credsId: number;

beforeAll(async () => {
  const routines = all.map(
    (i) => `create function r_${i}(a integer) returns int language sql as 'select ${i}'`,
  );
  app = await startFaultApp(routines.join(';'));
  own = app.own;
  source = new pg.Pool({ connectionString: app.sourceUrl });
  source.on('error', () => {});
  credsId = await connectSource(app.origins[0] ?? '', app.sourceUrl);
});

afterAll(async () => {
  await source?.end();
  await app?.stop();
});

const look = async () =>
  diff.parse(await callApp(app.origins[0] ?? '', 'GET', `/${SANDBOX}/creds/${credsId}/diff`));

/** How many rows were added and updated so far. */
async function committed(): Promise<number> {
  const { rows } = await own.query('select coalesce(sum(version), 0)::int as count from template');
  return rows[0].count;
}

/** Commits everything in one request, and kills the process that serves it. */
async function commitAndKill(chosen: z.infer<typeof rows>, commitType: string, victim: 'web' | 'postgres') {
  const body = chosen.map(({ cloud_id, revision }) => ({
    cloudId: cloud_id,
    credsId,
    commitType,
    ...(revision === null ? {} : { revision }),
  }));
  const before = await committed();
  let isAnswered = false;
  const answered = callApp(app.origins[0] ?? '', 'POST', `/${SANDBOX}/batch-commit`, body)
    .catch(() => null)
    .finally(() => {
      isAnswered = true;
    });
  // In its middle, however long it takes to begin.
  await expect
    .poll(async () => isAnswered || (await committed()) > before + ROUTINES / 4, { interval: 10 })
    .toBe(true);
  await app.kill(victim, 0);
  await answered;
  await app.ready();
}

/** Forms that don't fit their template, or a half-updated template. */
async function broken(): Promise<unknown[]> {
  const answer = await own.query(
    `select t.cloud_id, t.version, count(distinct ti.template_input_id)::int as declared,
       count(distinct i.input_id)::int as configured, count(distinct c.command_id)::int as commands
     from template t
     left join template_input ti on ti.template_id = t.template_id
     left join command c on c.template_id = t.template_id
     left join command_input i on i.command_id = c.command_id
     group by t.template_id
     having count(distinct c.command_id) <> 1
       or count(distinct ti.template_input_id) <> count(distinct i.input_id)
       or count(distinct ti.template_input_id) <> (length(t.cloud_id) - length(replace(t.cloud_id, 'integer', ''))) / 7`,
  );
  return answer.rows;
}

it('S59 kill -9 in the middle of a sync leaves whole rows, and the next sync does the rest', async () => {
  await commitAndKill((await look()).added, 'addition', 'web');
  expect(await broken()).toEqual([]);
  while ((await look()).added.length > 0) await commitAndKill((await look()).added, 'addition', 'postgres');
  expect(await broken()).toEqual([]);

  await source.query(
    all
      .map(
        (i) =>
          `drop function r_${i}; create function r_${i}(a integer, b integer) returns int language sql as 'select ${i}'`,
      )
      .join(';'),
  );
  let kills = 0;
  for (let { modified } = await look(); modified.length > 0; { modified } = await look()) {
    await commitAndKill(modified, 'update', kills % 2 === 0 ? 'web' : 'postgres');
    expect(await broken()).toEqual([]);
    kills += 1;
  }
  const { added, deleted, already_added } = await look();
  expect([added, deleted, already_added.length]).toEqual([[], [], ROUTINES]);
  const audited = `select count(*)::int as count from audit_event where action = 'template.sync'`;
  // Each row and its audit event are committed together.
  expect((await own.query(audited)).rows[0]).toEqual({ count: ROUTINES });
});
