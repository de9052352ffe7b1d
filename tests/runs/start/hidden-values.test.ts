import { beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function greet(who text, tone text) returns text language sql as $$ select tone || ', ' || who $$`,
  createOrganizations,
);
withWorker();

let command: MadeCommand;

beforeAll(async () => {
  command = await commit(source, 'public.greet(text, text)');
  const { commandId } = command;
  const { inputId } = await prisma().commandInput.findFirstOrThrow({
    where: { commandId, templateInput: { key: 'tone' } },
  });
  await prisma().commandInput.update({
    where: { inputId },
    data: { hidden: true, defaultValue: 'Good day', useDefaultValue: true },
  });
});

it('S10 the value of a hidden input is sent, and is nowhere in the history', async () => {
  const { body } = await runSync(command, { who: 'Ana', tone: 'Sesame' }, people.orgAdmin);
  expect(body).toMatchObject({ status: 'success', payload: 'Sesame, Ana' });
  const { run_id: runId } = body as { run_id: number };
  for (const as of [people.orgAdmin, people.runner]) {
    const listed = await send('GET', `/${ORG_A}/skinny-runs?filter=runrams:contains:Sesame`, { as });
    expect(listed).toMatchObject({ status: 200, body: [] });
    const read = await send('GET', `/${ORG_A}/kits/${command.commandId}/runs/${runId}`, { as });
    if (read.status !== 200) continue;
    expect((read.body as { runrams: unknown }).runrams).toEqual({ who: 'Ana' });
  }
});
