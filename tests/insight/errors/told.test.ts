import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { mailErrors } from '@/server/insight/errors/mail-errors';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import { failedRun, groupAll } from './failed-runs';

withApp();

let command: MadeCommand;
beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});
beforeEach(async () => {
  for (const table of ['error_group', 'notification', 'mail_message'])
    await sql.query(`delete from ${table}`);
});

const told = async (kind: 'error_new' | 'error_returned') =>
  (await prisma().notification.findMany({ where: { kind } })).map(({ userId }) => userId).sort();
const mailed = async () =>
  (await prisma().mailMessage.findMany({ where: { kind: 'error' }, orderBy: { mailId: 'asc' } })).map(
    ({ toUserId, subject }) => [toUserId, subject],
  );
const set = async (data: object) => {
  const { errorGroupId } = await prisma().errorGroup.findFirstOrThrow();
  await prisma().errorGroup.update({ where: { errorGroupId }, data });
};
const resolve = () => set({ state: 'resolved', stateSince: new Date(Date.now() - 1) });
const later = () => new Date(Date.now() + 1);

describe('of an error', () => {
  it("hear the command's own engineers, once, however often it fails", async () => {
    await failedRun(command);
    await failedRun(command);
    await groupAll();
    await failedRun(command);
    await groupAll();
    expect(await told('error_new')).toEqual([people.creator, people.engineer].sort());
    expect(await mailErrors()).toBe(2);
    expect(await mailErrors()).toBe(0);
    expect(await mailed()).toEqual([
      [expect.any(String), 'A new error in org-a on Pushboard: Order … not found'],
      [expect.any(String), 'A new error in org-a on Pushboard: Order … not found'],
    ]);
    const { body } = await send('GET', `/${ORG_A}/notifications`, { as: people.engineer });
    expect(body).toMatchObject({
      notifications: [
        {
          kind: 'error_new',
          error_title: 'Order {number} not found',
          kit_id: command.commandId,
          error_id: expect.any(Number),
        },
      ],
    });
  });

  it('hears only the person it is assigned to when it returns, once', async () => {
    await failedRun(command);
    await groupAll();
    await resolve();
    await set({ assigneeUserId: people.engineer });
    await failedRun(command, { at: later() });
    await groupAll();
    await failedRun(command, { at: later() });
    await groupAll();
    expect(await told('error_returned')).toEqual([people.engineer]);
  });

  it('nobody hears if only values were refused', async () => {
    await failedRun(command, { code: '22P02', message: 'invalid input syntax for type integer: "x"' });
    await groupAll();
    expect(await told('error_new')).toEqual([]);
  });
});

describe('a message', () => {
  it('comes at most once an hour, and then names all errors that are still open', async () => {
    await failedRun(command, { message: 'The first one' });
    await groupAll();
    await mailErrors();
    await failedRun(command, { message: 'Solved by then' });
    await groupAll();
    await prisma().errorGroup.updateMany({ where: { title: 'Solved by then' }, data: { state: 'resolved' } });
    for (const message of ['Out of stock', 'Out of time']) await failedRun(command, { message });
    await groupAll();
    expect(await mailErrors()).toBe(0);
    await sql.query(`update mail_message set created_at = created_at - interval '61 minutes'`);
    expect(await mailErrors()).toBe(2);
    expect((await mailed()).map(([, subject]) => subject).slice(2)).toEqual([
      '2 errors in org-a on Pushboard',
      '2 errors in org-a on Pushboard',
    ]);
    expect(await prisma().errorMail.count()).toBe(0);
  });
});
