import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { lookAtNextDue } from '@/server/sources/forecast/due-looks';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { withSource } from '../../support/app/source';
import { createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createScheduledJob } from '../../support/things/schedules';
import { syncedCommands } from '../sync-support';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { commandOf, inputsOf, look, commitRows } = syncedCommands(source);

const clean = (rows: string) =>
  `drop function if exists shop.clean;
   create function shop.clean(before date${rows}) returns int language sql as 'select 1'`;
const WITH_ROWS = ', max_rows int default 1000000';
const as = people.orgAdmin;
const path = () => `/${ORG_A}/creds/${source.credentialId()}`;

let commandId: number;
let jobId: number;

beforeEach(async () => {
  await source.query('drop schema shop cascade; create schema shop');
  const tables = ['notification', 'mail_message', 'scheduled_job', 'command_input', 'command'];
  for (const table of [...tables, 'template_input', 'template']) await sql.query(`delete from ${table}`);
  await sql.query(`update credential set look_every = 'daily', look_due_at = now() + interval '1 day',
    looked_at = null, look_failure = null, look_change_count = 0`);
  [commandId = 0] = await commandOf(clean(WITH_ROWS), 'shop.clean(date, integer)');
  const rows = (await inputsOf(commandId)).find(({ key }) => key === 'max_rows');
  jobId = await createScheduledJob(ORG_A, commandId, people.creator, { name: 'Clean-up' });
  await prisma().scheduledJobInput.create({
    data: { orgId: ORG_A, value: '10', inputId: rows?.inputId ?? 0, scheduledJobId: jobId },
  });
});

const due = () =>
  sql.query(
    `update credential set look_due_at = now() - interval '1 second' where credential_id = ${source.credentialId()}`,
  );
const looked = async () => {
  await due();
  return lookAtNextDue();
};
const state = async () => ((await send('GET', path(), { as })).body as { look: object }).look;
const needs = async (person: string = as) => {
  const { body } = await send('GET', `/${ORG_A}/needs-attention`, { as: person });
  return (body as { items: { kind: string; name: string; detail: string; kit_id: number }[] }).items;
};
const bell = async () => {
  const { body } = await send('GET', `/${ORG_A}/notifications`, { as });
  return (body as { notifications: { kind: string }[] }).notifications.map(({ kind }) => kind);
};

const STOPS =
  'max_rows is gone: The scheduled job “Clean-up” (creator) of “Clean” has a value for it, and will be paused.';

describe('a look at a source', () => {
  it('finds what the next sync would break, before anyone syncs, and stops nothing', async () => {
    await source.query(clean(''));
    expect(await looked()).toBe(1);
    expect(await state()).toEqual({
      every: 'daily',
      time: expect.any(String),
      failure: null,
      change_count: 1,
      break_count: 1,
    });
    expect(await needs()).toMatchObject([{ kind: 'forecast', kit_id: commandId, detail: STOPS }]);
    expect(await prisma().scheduledJob.findFirstOrThrow()).toMatchObject({ isEnabled: true });
  });

  it('tells the engineers once, by bell and mail', async () => {
    await source.query(clean(''));
    await looked();
    await looked();
    expect(await bell()).toEqual(['breaks_expected']);
    const mails = await prisma().mailMessage.findMany({ where: { toUserId: as } });
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^The next sync of .* would break 1 thing$/),
    ]);
  });

  it('is for those who configure: others see and hear nothing', async () => {
    await source.query(clean(''));
    await looked();
    expect(await needs(people.member)).toEqual([]);
    expect(await prisma().notification.count({ where: { userId: people.member } })).toBe(0);
  });

  it('forgets what the source took back, and what was synced', async () => {
    await source.query(clean(''));
    await looked();
    await source.query(clean(WITH_ROWS));
    await looked();
    expect(await needs()).toEqual([]);
    expect(await state()).toMatchObject({ change_count: 0, break_count: 0 });

    await source.query(clean(''));
    await looked();
    await commitRows((await look()).modified, 'update');
    expect((await needs()).map(({ kind }) => kind)).toEqual(['job']);
  });

  it('finds commands that the source no longer has, with what needs them', async () => {
    await source.query('drop function shop.clean');
    await looked();
    const [only] = await needs();
    expect(only?.detail).toContain('The source no longer has shop.clean(date, integer), which “Clean” runs.');
    expect(only?.detail).toContain('The scheduled job “Clean-up”');
  });

  it('says why a source could not be read, and keeps what was expected', async () => {
    await source.query(clean(''));
    await looked();
    const { settings } = await prisma().credential.findFirstOrThrow({
      where: { credentialId: source.credentialId() },
    });
    const wrong = { ...(settings as object), port: 1 };
    await prisma().credential.update({
      where: { credentialId: source.credentialId() },
      data: { settings: wrong, version: { increment: 1 } },
    });
    expect(await looked()).toBe(1);
    expect(await state()).toMatchObject({
      failure: expect.stringContaining('Nothing is listening at'),
      break_count: 1,
    });
    expect(await bell()).toEqual(['breaks_expected']);
    await prisma().credential.update({
      where: { credentialId: source.credentialId() },
      data: { settings: settings as object, version: { increment: 1 } },
    });
  });
});

describe('when a source is looked at', () => {
  const dueIn = async () => {
    const [row] = await sql.query<{ hours: number | null }>(
      `select round(extract(epoch from look_due_at - now()) / 3600)::int as hours from credential
       where credential_id = ${source.credentialId()}`,
    );
    return row?.hours;
  };

  it('is daily, hourly, or not at all, as its connection says', async () => {
    for (const [lookEvery, hours] of [
      ['hourly', 1],
      ['off', null],
      ['daily', 24],
    ] as const) {
      const changed = await send('PATCH', path(), { as, body: { lookEvery } });
      expect(changed).toMatchObject({ status: 200, body: { look: { every: lookEvery } } });
      expect(await dueIn()).toBe(hours);
      await looked();
      expect(await dueIn()).toBe(hours);
    }
    expect((await send('PATCH', path(), { as, body: { lookEvery: 'weekly' } })).status).toBe(400);
  });

  it('is not before it is due, and not twice at once', async () => {
    expect(await lookAtNextDue()).toBe(0);
    await due();
    expect((await Promise.all([lookAtNextDue(), lookAtNextDue()])).sort()).toEqual([0, 1]);
  });

  it('is soon after a person compared and may know that nothing would break anymore', async () => {
    await source.query(clean(''));
    await looked();
    await look();
    expect(await dueIn()).toBe(0);
  });

  it('is soon after the list of what is expected to break was read, at most every five minutes', async () => {
    await source.query(clean(''));
    await looked();
    await prisma().scheduledJob.update({ where: { scheduledJobId: jobId }, data: { deletedAt: new Date() } });
    expect(await needs()).toMatchObject([{ kind: 'forecast' }]);
    expect(await lookAtNextDue()).toBe(0);
    await sql.query(`update credential set looked_at = now() - interval '6 minutes'`);
    await needs();
    expect(await lookAtNextDue()).toBe(1);
    expect(await needs()).toEqual([]);
  });

  it('is not because the list was read if the connection says not at all', async () => {
    await source.query(clean(''));
    await looked();
    await send('PATCH', path(), { as, body: { lookEvery: 'off' } });
    await sql.query(`update credential set looked_at = now() - interval '6 minutes'`);
    expect(await needs()).toMatchObject([{ kind: 'forecast' }]);
    expect(await dueIn()).toBeNull();
  });

  it('is when a pipeline calls, which is answered with what would break', async () => {
    await source.query(clean(''));
    const { status, body } = await send('POST', `${path()}/looks`, { as });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { would_break: true, breaks: [{ kind: 'job', key: 'max_rows', name: 'Clean-up', words: STOPS }] },
    });
    expect(await needs()).toHaveLength(1);
    expect((await send('POST', `${path()}/looks`, { as: people.engineer })).status).toBe(403);
    expect((await send('POST', `/${ORG_A}/creds/999999/looks`, { as })).status).toBe(404);
  });
});
