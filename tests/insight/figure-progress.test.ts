import { expect, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

withApp();

const read = async (): Promise<unknown> => {
  const { status, body } = await send('GET', `/${ORG_A}/analytics/progress`, { as: people.orgAdmin });
  expect(status).toBe(200);
  return body;
};

test('the page learns how many of the earlier runs are counted, and until when all are', async () => {
  await createOrganizations();
  const { command } = await createGrantedCommands();
  expect(await read()).toEqual({ counted_at: null, percent: null });
  for (const runId of [1, 100_000]) {
    await prisma().run.create({
      data: { runId, orgId: ORG_A, ...command, startedByUserId: people.runner, params: '{}' },
    });
  }
  expect(await read()).toEqual({ counted_at: null, percent: 0 });
  const counter = new RunCounter();
  await counter.nextBatch(40_000);
  expect(await read()).toEqual({ counted_at: null, percent: 40 });
  while ((await counter.nextBatch()) > 0);
  expect(await read()).toEqual({ counted_at: expect.stringMatching(/Z$/), percent: null });
});
