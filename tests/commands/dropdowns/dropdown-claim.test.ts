import { beforeAll, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { executeWaiting } from '../../support/app/worker';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

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

/** Creates a run that its request says is for the options of a dropdown. */
async function createOptionsRun(of: MadeCommand): Promise<number> {
  const { token } = await giveToken(people.orgAdmin);
  const body = { olId: of.templateId, kitId: of.commandId, isDropdown: true };
  return numberIn(await send('POST', `/${ORG_A}/run-async-i`, { headers: bearer(token), body }), 'run_id');
}
const triggerOf = async (runId: number) =>
  (await prisma().run.findUniqueOrThrow({ where: { runId } })).trigger;

it('no request hides a run of a command that no dropdown asks', async () => {
  expect(await triggerOf(await createOptionsRun(command))).toBe('api');
  expect(await triggerOf(await createOptionsRun(sender))).toBe('dropdown');
});

it('S87 one that a request made is confirmed as others are, and comes after the people who wait', async () => {
  const runId = await createOptionsRun(sender);
  const { token } = await giveToken(people.orgAdmin);
  const body = { runId, kitId: sender.commandId, olId: sender.templateId, runrams: {} };
  const started = await send('POST', `/${ORG_A}/run-async-ii`, { headers: bearer(token), body });
  expect(started.status).toBe(202);
  const rows = await sql.query('select class from open_run where run_id = $1', [runId]);
  expect(rows).toEqual([{ class: 2 }]);
  const where = { commandId: sender.commandId };
  await prisma().command.update({ where, data: { confirmationWord: 'GO', version: { increment: 1 } } });
  await executeWaiting();
  expect(await prisma().run.findUniqueOrThrow({ where: { runId } })).toMatchObject({
    endReason: 'refused',
    errors: [{ message: expect.stringContaining('confirmation word') }],
  });
  await prisma().command.update({ where, data: { confirmationWord: null } });
});
