import { beforeAll, describe, expect, it } from 'vitest';
import { sealSomeSecrets } from '@/jobs/seal-secrets';
import type { JsonValue } from '@/lib/base/json';
import { withSecrecy } from '@/lib/inputs/secrets/secret-names';
import { typeNamed } from '@/lib/type-systems/known-types';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { checkSomeNames } from '@/server/commands/secrets/check-names';
import { applyEdit } from '@/server/commands/template/input-edits';
import { payloadShapeOf, wholeInput } from '@/server/connectors/aws-role/payload';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';
import { deliver } from '../support/things/webhooks';

withApp();
const source = withSource(
  `create table seen (api_key text);
   create function sign_in(who text, api_key text default null, page_token text default null, token integer default 1)
     returns text language plpgsql as $$ begin insert into seen values (api_key); return who; end $$;`,
  createOrganizations,
);

const CANARY = 'canary-of-a-named-secret-86';
const as = people.engineer;
let command: MadeCommand;

const kit = () => `/${ORG_A}/kits/${command.commandId}`;
async function ok(answered: ReturnType<typeof send>): Promise<JsonValue> {
  const { status, body } = await answered;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as JsonValue;
}

interface ShownInput {
  key: string;
  lego_instance_input_id: number;
  lego_input_id: number;
  input_type: string | null;
}
async function inputs(): Promise<ShownInput[]> {
  const body = await ok(send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, { as }));
  return (body as unknown as { anchor_ol: { kit_run_schema: ShownInput[] } }).anchor_ol.kit_run_schema;
}
const secretKeys = async () =>
  (await inputs()).filter(({ input_type }) => input_type === 'password').map(({ key }) => key);
async function idsOf(key: string): Promise<{ inputId: number; templateInputId: number }> {
  const templateInput = await prisma().templateInput.findFirstOrThrow({
    where: { templateId: command.templateId, key },
    include: { inputs: true },
  });
  return { inputId: templateInput.inputs[0]?.inputId ?? 0, templateInputId: templateInput.templateInputId };
}
const setSecret = async (key: string, isSecret: boolean, who: string = as) =>
  send('PATCH', `${kit()}/lego-inputs/${(await idsOf(key)).templateInputId}`, {
    as: who,
    body: { isSecret },
  });

const TEXTS = { python: 'str', r: 'character', mssql: 'nvarchar' } as const;
function str(typeSystem: keyof typeof TEXTS) {
  const type = typeNamed(typeSystem, TEXTS[typeSystem]);
  if (type === null) throw new Error(`No text in ${typeSystem}`);
  return type;
}

/** Where a text stands in plain words, of all tables. What was written to the audit log stays there. */
async function tablesWith(text: string): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit_event' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const [row] = await sql.query<{ count: number }>(
      `select count(*)::int from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0`,
      [text],
    );
    if ((row?.count ?? 0) > 0) found.push(name);
  }
  return found;
}

async function run(values: Record<string, JsonValue>): Promise<number> {
  const runId = await createRun(command);
  expect((await startRun(command, runId, values)).status).toBe(202);
  return runId;
}

/** As if the minute had passed in which forms that were read before may still be sent. */
async function sealAll(): Promise<void> {
  await sql.query(
    "update sealing_task set created_at = now() - interval '1 hour', next_at = now() - interval '1 second'",
  );
  while ((await sealSomeSecrets()) > 0);
}

beforeAll(async () => {
  command = await commit(source, 'public.sign_in(text, text, text, integer)');
});

describe('S86 an input that is a secret by its name', () => {
  it('is sealed for a database as for every kind of source, and others are not', async () => {
    expect(await secretKeys()).toEqual(['api_key']);
    await run({ who: 'ann', api_key: CANARY });
    await executeWaiting();
    expect(await source.query('select api_key from seen')).toEqual([{ api_key: CANARY }]);
    expect(await tablesWith(CANARY)).toEqual([]);
  });

  it('is one as well where it was added by hand, renamed, or given another type', () => {
    const lambda = { service: 'lambda', functionName: 'f', logGroup: 'g', ...payloadShapeOf([], null) };
    const text = { ...wholeInput('apiKey', ''), type: openapiInputType('string') };
    const before = { inputs: [], executable: JSON.parse(JSON.stringify(lambda)) };
    const added = applyEdit(before, 'aws-role', { kind: 'add', input: text });
    expect(added.inputs.map(({ type }) => type.inputType)).toEqual(['password']);
    const shown = applyEdit(added, 'aws-role', { kind: 'secret', key: 'apiKey', isSecret: false });
    expect(shown.inputs.map(({ type }) => type.typeId)).toEqual(['string']);
    expect(withSecrecy({ key: 'x.password', type: str('python') }).type.inputType).toBe('password');
    expect(withSecrecy({ key: 'db.token', type: str('r') }).type.inputType).toBe('password');
    expect(withSecrecy({ key: '@Password', type: str('mssql') }).type.inputType).toBe('password');
    expect(withSecrecy({ key: 'path.token', type: openapiInputType('string') }).type.inputType).toBe('text');
  });

  it('can be shown by an engineer, and sealed again: everything that was kept meanwhile, too', async () => {
    expect((await setSecret('api_key', false, people.runner)).status).toBe(403);
    await ok(setSecret('api_key', false));
    expect(await secretKeys()).toEqual([]);
    const { inputId } = await idsOf('api_key');
    const plain = { who: 'ann', api_key: CANARY };
    await run(plain);
    const rows = { olId: command.templateId, kitId: command.commandId, runramsList: [plain, { who: 'bob' }] };
    const parentRunId = numberIn(
      await send('POST', `/${ORG_A}/run-bulk-async-i`, { as, body: rows }),
      'run_id',
    );
    await ok(
      send('POST', `/${ORG_A}/run-bulk-async-ii`, { as, body: { parentRunId, kitId: command.commandId } }),
    );
    await executeWaiting();
    await ok(send('POST', `${kit()}/presets`, { as, body: { name: 'Mine', runrams: plain } }));
    await ok(send('PATCH', `${kit()}/li-inputs/${inputId}`, { as, body: { defaultValue: CANARY } }));
    const job = { name: 'Nightly', cronExpression: '0 3 * * *', runrams: plain };
    const jobId = numberIn(await send('POST', `${kit()}/cron-jobs`, { as, body: job }), 'cron_job_id');
    const mapped = [
      { legoInstanceInputId: inputId, valueJson: CANARY },
      { legoInstanceInputId: (await idsOf('who')).inputId, valueJson: 'hook' },
    ];
    const hook = (await ok(
      send('POST', `${kit()}/webhooks`, { as, body: { name: 'Hook', inputs: mapped } }),
    )) as {
      url: string;
      secret: string;
    };
    const open = await run(plain);
    expect(await tablesWith(CANARY)).toEqual([
      'command_input',
      'command_revision',
      'preset',
      'run',
      'run_definition',
      'scheduled_job_input',
      'webhook_input',
    ]);

    await ok(setSecret('api_key', true));
    expect(await secretKeys()).toEqual(['api_key']);
    await sealAll();
    // A run in progress keeps what it is about to send, and is sealed when it has ended.
    expect(await tablesWith(CANARY)).toEqual(['run', 'run_definition']);
    expect(await prisma().sealingTask.count()).toBe(1);
    await source.query('truncate seen');
    await executeWaiting();
    expect(await prisma().run.findUniqueOrThrow({ where: { runId: open } })).toMatchObject({
      status: 'success',
    });
    await sealAll();
    expect(await tablesWith(CANARY)).toEqual([]);
    expect(await prisma().sealingTask.count()).toBe(0);
    expect(await tablesWith(Buffer.from(CANARY).toString('base64').slice(0, 20))).toEqual([]);

    const history = await sendRaw('GET', `/${ORG_A}/skinny-runs`, { as });
    expect(await history.text()).not.toContain(CANARY);
    // Sealed values are still what runs send.
    await sql.query(
      "update scheduled_job set next_run_at = now() - interval '1 second' where scheduled_job_id = $1",
      [jobId],
    );
    await claimAllDue();
    await openAllClaimed();
    expect((await deliver(hook.url, { secret: hook.secret })).status).toBe(202);
    await executeWaiting();
    expect(await source.query('select api_key from seen')).toEqual(Array(3).fill({ api_key: CANARY }));
    expect(await tablesWith(CANARY)).toEqual([]);
  });

  it('is found among the inputs of an earlier release, with the values that it kept', async () => {
    await ok(setSecret('api_key', false));
    const old = await run({ who: 'old', api_key: CANARY });
    await executeWaiting();
    // As an earlier release left it: nobody had decided.
    await sql.query("update template set input_edits = '[]' where template_id = $1", [command.templateId]);
    await sql.query('update template_input set is_name_checked = false');
    while ((await checkSomeNames()) > 0);
    expect(await secretKeys()).toEqual(['api_key']);
    await sealAll();
    expect(await tablesWith(CANARY)).toEqual([]);
    const { params, sealedValues } = await prisma().run.findUniqueOrThrow({ where: { runId: old } });
    expect([params, sealedValues === null]).toEqual(['{"who":"old"}', false]);
  });

  it('is a text: nothing else can be one', async () => {
    expect(await setSecret('token', true)).toMatchObject({ status: 400 });
    expect(await secretKeys()).toEqual(['api_key']);
  });
});
