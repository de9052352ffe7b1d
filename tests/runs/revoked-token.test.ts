import { beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { executeWaiting } from '../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer, giveToken } from '../support/things/tokens';

withApp();

let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});

/** Queues a run with a token. */
async function queueWith(token: string): Promise<number> {
  const headers = bearer(token);
  const ids = { olId: command.templateId, kitId: command.commandId };
  const runId = numberIn(await send('POST', `/${ORG_A}/run-async-i`, { headers, body: ids }), 'run_id');
  const body = { ...ids, runId, runrams: { amount: 1 } };
  expect((await send('POST', `/${ORG_A}/run-async-ii`, { headers, body })).status).toBe(202);
  return runId;
}

it('S16 a run that waits in line is refused when its token is revoked, and says why', async () => {
  const [revoked, other] = [await giveToken(people.runner), await giveToken(people.runner)];
  const refusedId = await queueWith(revoked.token);
  const keptId = await queueWith(other.token);
  await send('DELETE', `/users/me/tokens/${revoked.tokenId}`, { as: people.runner });
  expect((await executeWaiting()).sort()).toEqual([refusedId, keptId].sort());
  const endOf = async (runId: number) =>
    (await prisma().run.findUniqueOrThrow({ where: { runId } })).endReason;
  expect(await endOf(refusedId)).toBe('refused');
  expect(await endOf(keptId)).not.toBe('refused');
  const { body } = await send('GET', `/${ORG_A}/kits/${command.commandId}/runs/${refusedId}`, {
    as: people.runner,
  });
  expect(JSON.stringify(body)).toContain('The token that started this run was revoked');
});

it('S16 its owner still sees the run, and the token itself sees nothing', async () => {
  const { token, tokenId } = await giveToken(people.runner);
  const runId = await queueWith(token);
  await send('DELETE', `/users/me/tokens/${tokenId}`, { as: people.runner });
  const path = `/${ORG_A}/kits/${command.commandId}/runs/${runId}`;
  expect((await send('GET', path, { headers: bearer(token) })).status).toBe(401);
  expect((await send('GET', path, { as: people.runner })).status).toBe(200);
});
