import { beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { executeWaiting } from '../../support/app/worker';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

// No worker serves the line here, so runs wait until the tests take them.
withApp();

let command: MadeCommand;
let sender: MadeCommand;
let target: string;

beforeAll(async () => {
  await createOrganizations();
  const granted = await createGrantedCommands();
  command = granted.command;
  sender = await createCommand(ORG_A, people.orgAdmin, granted.credentialA, { friendlyName: 'sender' });
  const grant = { orgId: ORG_A, commandId: sender.commandId, userId: people.engineer };
  await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
  const column = { orgId: ORG_A, commandId: sender.commandId, kind: 'column', resultSet: 0, position: 0 };
  const { outputColumnId } = await prisma().outputColumn.create({
    data: { ...column, path: 'code', type: 'text' },
  });
  const { dropdownId } = await prisma().dropdown.create({
    data: {
      orgId: ORG_A,
      name: 'Codes',
      kind: 'command_output',
      senderCommandId: sender.commandId,
      valueColumnId: outputColumnId,
      displayColumnId: outputColumnId,
      createdByUserId: people.engineer,
    },
  });
  const { inputId } = await prisma().commandInput.findFirstOrThrow({
    where: { commandId: command.commandId },
  });
  target = `/${ORG_A}/kits/${command.commandId}/li-inputs/${inputId}`;
  const { status } = await send('PATCH', target, { as: people.engineer, body: { dropdownId } });
  expect(status).toBe(200);
});

/** Asks for the options as a runner, and returns the run that waits. */
async function waitingRun(): Promise<number> {
  const { body } = await send('GET', `${target}/options`, { as: people.runner });
  expect(body).toMatchObject({ state: 'loading', options: [] });
  const where = { status: 'starting' as const, trigger: 'dropdown' as const };
  return (await prisma().run.findFirstOrThrow({ where })).runId;
}

it('S17 a run for options has its place although its starter has no access to the command', async () => {
  const runId = await waitingRun();
  expect(await executeWaiting()).toEqual([runId]);
  // It went as far as the source, which doesn't exist.
  expect(await prisma().run.findUniqueOrThrow({ where: { runId } })).toMatchObject({
    status: 'failed',
    endReason: 'error',
  });
  await prisma().dropdownRun.deleteMany();
});

it('S17 it is refused if the engineer who linked the dropdown lost theirs while it waited', async () => {
  const runId = await waitingRun();
  await prisma().commandUserGrant.deleteMany({ where: { commandId: sender.commandId } });
  await executeWaiting();
  expect(await prisma().run.findUniqueOrThrow({ where: { runId } })).toMatchObject({
    status: 'failed',
    endReason: 'refused',
  });
});
