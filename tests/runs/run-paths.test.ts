import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

withApp({ APP_URL: 'https://push.example.com' });
const source = withSource(
  `create function twice(n integer) returns integer language plpgsql as $$ begin raise notice 'said'; return n * 2; end $$;
   create function quiet() returns integer language sql as 'select 1';`,
  createOrganizations,
);
withWorker();

let twice: MadeCommand;
let quiet: MadeCommand;
beforeAll(async () => {
  twice = await commit(source, 'public.twice(integer)');
  quiet = await commit(source, 'public.quiet()');
});

describe('run-sync-return-url', () => {
  const ask = (more: object, as: string = people.runner) =>
    send('POST', `/${ORG_A}/run-sync-return-url`, {
      as,
      body: {
        ol_id: twice.templateId,
        kit_id: twice.commandId,
        command_instance_id: null,
        chain_instance_id: null,
        params: { n: 21 },
        ...more,
      },
    });

  it('runs, waits, and answers the address of the result, within the group that is named', async () => {
    const group = await send('POST', `/${ORG_A}/run-groups`, {
      as: people.runner,
      body: { kitId: twice.commandId },
    });
    const runGroupId = numberIn(group, 'kit_run_id');
    const answered = await ask({ run_group_id: runGroupId, spa_host: 'https://push.example.com' });
    const runId = numberIn(answered, 'run_id');
    expect(answered.body).toEqual({
      run_id: runId,
      status: 'success',
      url: `https://push.example.com/org-a/builder?id=${twice.commandId}#run-${runId}`,
    });
    expect(await prisma().run.findUniqueOrThrow({ where: { runId } })).toMatchObject({ runGroupId });
  });

  it('refuses an address that is not ours, a group of another person, and values that are wrong, before it runs', async () => {
    const runs = await prisma().run.count();
    expect(await ask({ spa_host: 'https://evil.example' })).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'spa_host' }] } },
    });
    const { runGroupId } = await prisma().runGroup.create({
      data: { orgId: ORG_A, commandId: twice.commandId, userId: people.engineer },
    });
    expect((await ask({ run_group_id: runGroupId })).status).toBe(400);
    expect((await ask({ params: { n: 'many' } })).status).toBe(400);
    expect((await ask({ kit_id: 999_999 })).status).toBe(404);
    expect(await prisma().run.count()).toBe(runs);
  });
});

describe('run-log-url', () => {
  const logUrl = (runId: number) => send('GET', `/${ORG_A}/run-log-url/${runId}`, { as: people.runner });

  it('answers the log that is kept here, or the one at the source, or says that no log exists', async () => {
    const runId = numberIn(await runInThree(twice, { n: 1 }), 'run_id');
    expect((await logUrl(runId)).body).toEqual({
      url: `https://push.example.com/api/v1/org-a/kits/${twice.commandId}/runs/${runId}/log`,
    });
    const link = { kind: 'log', label: 'Log', url: 'https://logs.example.org/1' };
    await prisma().run.update({ where: { runId }, data: { resultFacts: JSON.stringify({ links: [link] }) } });
    expect((await logUrl(runId)).body).toEqual({ url: link.url });
    const silent = numberIn(await runInThree(quiet, {}), 'run_id');
    expect(await logUrl(silent)).toMatchObject({
      status: 409,
      body: { error: { message: 'No logs available' } },
    });
  });
});

it('run-statement of a database calls us, with a token from the environment and no value of a hidden input', async () => {
  const path = `/${ORG_A}/command-templates/${twice.templateId}/run-statement`;
  const { body } = await send('POST', path, { as: people.runner, body: { runrams: { n: 3 } } });
  const { statement } = body as { statement: string };
  expect(statement).toContain("https://push.example.com/api/v1/org-a/run-sync'");
  expect(statement).toContain('Authorization: Bearer $PUSHBOARD_TOKEN');
  expect(statement).toContain(`"params":{"n":3}`);
});
