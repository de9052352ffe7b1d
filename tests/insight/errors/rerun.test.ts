import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '@/tests/support/app/app';
import { numberIn, send } from '@/tests/support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import { groupAll } from './failed-runs';

withApp();

let command: MadeCommand;
let other: MadeCommand;
beforeAll(async () => {
  await createOrganizations();
  ({ command, other } = await createGrantedCommands());
});
beforeEach(() => sql.query('delete from error_group'));

/** A run that was started, and failed. */
async function failed(amount: number, end: object = {}, by: string = people.runner): Promise<number> {
  const body = { kitId: command.commandId, olId: command.templateId, params: { amount } };
  const created = await send('POST', `/${ORG_A}/run-async-i`, {
    as: by,
    body: { kitId: body.kitId, olId: body.olId },
  });
  const runId = numberIn(created, 'run_id');
  await send('POST', `/${ORG_A}/run-async-ii`, {
    as: by,
    body: { runrams: { amount }, olId: body.olId, kitId: body.kitId, runId },
  });
  await sql.query('delete from open_run where run_id = $1', [runId]);
  const errors = [
    {
      message: `Order ${amount} not found`,
      code: 'P0001',
      where: null,
      detail: null,
      hint: null,
      severity: null,
    },
  ];
  const at = new Date();
  await prisma().run.update({
    where: { runId },
    data: { status: 'failed', endReason: 'error', startedAt: at, endedAt: at, errors, ...end },
  });
  return runId;
}

async function theError(): Promise<number> {
  await groupAll();
  return (await prisma().errorGroup.findFirstOrThrow({ orderBy: { runs: 'desc' } })).errorGroupId;
}

const pathOf = (errorId: number, of = command) => `/${ORG_A}/kits/${of.commandId}/errors/${errorId}/rerun`;

describe('what failed with an error', () => {
  it('runs again once, with its values, as a bulk run of the engineer, and is dealt with', async () => {
    const runIds = [await failed(11), await failed(12), await failed(13)];
    const path = pathOf(await theError());
    expect((await send('GET', path, { as: people.engineer })).body).toEqual({ runs: 3, uncertain: 0 });
    const started = await send('POST', path, { as: people.engineer, body: {} });
    expect(started.status).toBe(202);
    const parentRunId = numberIn(started, 'parent_run_id');
    const rows = await prisma().run.findMany({ where: { parentRunId }, orderBy: { runId: 'asc' } });
    expect(rows.map(({ params, startedByUserId }) => [JSON.parse(params ?? ''), startedByUserId])).toEqual(
      [11, 12, 13].map((amount) => [{ amount }, people.engineer]),
    );
    expect(await prisma().runMark.count({ where: { runId: { in: runIds } } })).toBe(3);
    expect((await send('GET', path, { as: people.engineer })).body).toEqual({ runs: 0, uncertain: 0 });
    expect((await send('POST', path, { as: people.engineer, body: {} })).status).toBe(409);
    expect(await prisma().auditEvent.findFirst({ where: { action: 'error.rerun' } })).toMatchObject({
      actorUserId: people.engineer,
      after: { runs: 3 },
    });
  });

  it('is not run again if it may have happened, or if someone has dealt with it', async () => {
    await failed(21, { endReason: 'timed_out' });
    const dealtWith = await failed(22, { endReason: 'timed_out' });
    await prisma().runMark.create({
      data: { orgId: ORG_A, runId: dealtWith, markedByUserId: people.engineer },
    });
    const errorId = await theError();
    expect((await send('GET', pathOf(errorId), { as: people.engineer })).body).toEqual({
      runs: 0,
      uncertain: 1,
    });
    expect((await send('POST', pathOf(errorId), { as: people.engineer, body: {} })).status).toBe(409);
  });

  it('of an earlier time that it was open is left alone', async () => {
    const past = new Date(Date.now() - 60_000);
    await failed(31, { createdAt: past, startedAt: past, endedAt: past });
    const errorId = await theError();
    await prisma().errorGroup.update({
      where: { errorGroupId: errorId },
      data: { state: 'resolved', stateSince: new Date(Date.now() - 30_000) },
    });
    await failed(32);
    await groupAll();
    expect((await send('GET', pathOf(errorId), { as: people.engineer })).body).toEqual({
      runs: 1,
      uncertain: 0,
    });
  });

  it('is for the engineers of a command that it hit', async () => {
    await failed(41);
    const errorId = await theError();
    for (const as of [people.runner, people.member]) {
      expect((await send('GET', pathOf(errorId), { as })).status).toBe(404);
      expect((await send('POST', pathOf(errorId), { as, body: {} })).status).toBe(404);
    }
    expect((await send('GET', pathOf(errorId, other), { as: people.orgAdmin })).status).toBe(404);
  });

  it('needs the word that confirms the command', async () => {
    await failed(51);
    const errorId = await theError();
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { confirmationWord: 'REFUND' },
    });
    const refused = await send('POST', pathOf(errorId), { as: people.engineer, body: {} });
    expect(refused.status).toBe(400);
    expect(await prisma().runMark.count({ where: { run: { params: '{"amount":51}' } } })).toBe(0);
    const confirmed = await send('POST', pathOf(errorId), {
      as: people.engineer,
      body: { confirmation: 'REFUND' },
    });
    expect(confirmed.status).toBe(202);
  });
});
