import { beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createStoredWebhook } from '../../support/things/webhooks';

withApp();

let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  command = (await createGrantedCommands()).command;
});

const program = async (runId: number) =>
  (
    (await send('GET', `/${ORG_A}/skinny-runs/${runId}`, { as: people.engineer })).body as {
      program: unknown;
    }
  ).program;

async function exportedStarter(runId: number): Promise<string | undefined> {
  const file = await sendRaw('GET', `/${ORG_A}/run-export?filter=run_id:${runId}`, { as: people.engineer });
  return (await file.text()).split('\r\n')[1]?.split(',')[5];
}

async function createRun(startedThrough: string, trigger: 'api' | 'webhook'): Promise<number> {
  const runId = await createEndedRun(ORG_A, command, people.runner);
  await prisma().run.updateMany({ where: { runId }, data: { startedThrough, trigger } });
  return runId;
}

it('a run by a token says which, to everyone who sees the run and in the file, also after the token was revoked', async () => {
  const made = await send('POST', '/users/me/tokens', {
    as: people.runner,
    body: { name: 'CI deploy', scope: 'everything', days: 7 },
  });
  const { token_id: tokenId } = made.body as { token_id: string };
  const runId = await createRun(`token:${tokenId}`, 'api');
  const starter = `${people.runner.slice(5)} (token CI deploy)`;
  expect([await program(runId), await exportedStarter(runId)]).toEqual([{ name: 'CI deploy' }, starter]);
  await send('DELETE', `/users/me/tokens/${tokenId}`, { as: people.runner });
  expect([await program(runId), await exportedStarter(runId)]).toEqual([{ name: 'CI deploy' }, starter]);
});

it('a run by a webhook is exported as it is listed', async () => {
  const webhookId = await createStoredWebhook(ORG_A, command.commandId, people.creator);
  const runId = await createRun(`webhook:${webhookId}`, 'webhook');
  expect(await exportedStarter(runId)).toBe('Orders (webhook)');
});
