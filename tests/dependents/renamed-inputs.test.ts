import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { syncedCommands } from '../sources/sync-support';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { withSource } from '../support/app/source';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createScheduledJob } from '../support/things/schedules';
import { createStoredWebhook } from '../support/things/webhooks';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { commandOf, inputsOf, keysOf, onlyChange, bring, commitAs, cloudId } = syncedCommands(source);

let commandId: number;
let jobId: number;

const signature = 'shop.clean(date, integer)';
const clean = (before: string, rows: string, type = 'int default 1000000') =>
  `drop function if exists shop.clean;
   create function shop.clean(${before} date, ${rows} ${type}) returns int language sql as 'select 1'`;

beforeEach(async () => {
  await source.query('drop schema shop cascade; create schema shop');
  const tables = ['scheduled_job', 'webhook', 'command_input', 'dropdown', 'command', 'template_input'];
  for (const table of [...tables, 'template']) await sql.query(`delete from ${table}`);
  [commandId = 0] = await commandOf(clean('before', 'max_rows'), signature);
  const inputs = await inputsOf(commandId);
  const idOf = (key: string) => inputs.find((input) => input.key === key)?.inputId ?? 0;
  jobId = await createScheduledJob(ORG_A, commandId, people.creator, {
    name: 'Clean-up',
    nextRunAt: new Date('2027-01-01T03:00:00Z'),
  });
  const value = { orgId: ORG_A, value: '10', inputId: idOf('max_rows') };
  await prisma().scheduledJobInput.create({ data: { ...value, scheduledJobId: jobId } });
  const webhookId = await createStoredWebhook(ORG_A, commandId, people.creator);
  await prisma().webhookInput.create({ data: { ...value, webhookId } });
  const checks = [{ left: 'max_rows', test: 'is_at_most', right: null, value: '10', message: 'Ten at most' }];
  await prisma().command.update({ where: { commandId }, data: { inputChecks: checks } });
  const conditions = { required: [{ key: 'max_rows', test: 'is_filled', values: [] }] };
  await prisma().commandInput.update({ where: { inputId: idOf('before') }, data: { conditions } });
  await prisma().preset.create({
    data: {
      orgId: ORG_A,
      commandId,
      ownerUserId: people.creator,
      name: 'Few',
      isShared: true,
      values: '{"max_rows":10}',
    },
  });
});

const job = () => prisma().scheduledJob.findUniqueOrThrow({ where: { scheduledJobId: jobId } });
const changeOf = async (kind: string) => {
  const row = await onlyChange();
  return { row, change: row.changes.find(({ change }) => change === kind) };
};

const jobValues = async () => {
  const rows = await prisma().scheduledJobInput.findMany({
    include: { input: { include: { templateInput: true } } },
  });
  return rows.map(({ value, input }) => [input.templateInput.key, value]);
};

/** Everything that names the input, by the key that it names. */
async function namedKeys() {
  const command = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  const [before] = await inputsOf(commandId);
  const [preset] = await prisma().preset.findMany({ select: { values: true } });
  return { checks: command.inputChecks, conditions: before?.conditions, preset: preset?.values };
}

describe('an input that its source renamed', () => {
  it('takes along what names it, and the diff says what', async () => {
    await source.query(clean('before', 'row_limit'));
    const { row, change } = await changeOf('renamed');
    expect(row.changes.map((each) => each.change)).toEqual(['renamed']);
    expect(change).toMatchObject({ key: 'row_limit', before: 'max_rows', after: 'row_limit' });
    expect(change?.affects.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['check', 'carried'],
      ['condition', 'carried'],
      ['preset', 'carried'],
      ['job', 'carried'],
      ['webhook', 'carried'],
    ]);
    await bring(row);
    expect(await keysOf(commandId)).toEqual(['before', 'row_limit']);
    expect(await job()).toMatchObject({ isEnabled: true, pausedReason: null });
    expect(await jobValues()).toEqual([['row_limit', '10']]);
    expect(await namedKeys()).toEqual({
      checks: [{ left: 'row_limit', test: 'is_at_most', right: null, value: '10', message: 'Ten at most' }],
      conditions: { required: [{ key: 'row_limit', test: 'is_filled', values: [] }] },
      preset: '{"row_limit":10}',
    });
  });

  it('is no longer passed to the options of a dropdown, which knows it by name, and the diff says so', async () => {
    const [senderId = 0] = await commandOf(
      `create function shop.days(max_rows int) returns table (day date) language sql as 'select current_date'`,
      'shop.days(integer)',
    );
    const of = { orgId: ORG_A, commandId: senderId };
    const { outputColumnId } = await prisma().outputColumn.findFirstOrThrow({ where: of });
    const { dropdownId } = await prisma().dropdown.create({
      data: {
        orgId: ORG_A,
        name: 'Days',
        kind: 'command_output',
        senderCommandId: senderId,
        valueColumnId: outputColumnId,
        displayColumnId: outputColumnId,
        createdByUserId: people.creator,
      },
    });
    await prisma().commandInput.updateMany({
      where: { commandId, templateInput: { key: 'before' } },
      data: { dropdownId, dropdownLinkedBy: people.creator },
    });
    const dropdownIn = async () => {
      const { change } = await changeOf('renamed');
      return change?.affects.filter(({ kind }) => kind === 'parameter');
    };
    await source.query(clean('before', 'row_limit'));
    expect(await dropdownIn()).toMatchObject([{ name: 'Days', outcome: 'stopped' }]);
    await source.query(clean('before', '"MAX_ROWS"'));
    expect(await dropdownIn()).toMatchObject([{ name: 'Days', outcome: 'carried' }]);
    await source.query(`${clean('before', 'max_rows')};
      drop function shop.days;
      create function shop.days(at_most int) returns table (day date) language sql as 'select current_date'`);
    expect(await dropdownIn()).toMatchObject([{ name: 'Days', outcome: 'stopped' }]);
  });

  it('is another one if the person says so: what needs it stops', async () => {
    await source.query(clean('before', 'row_limit'));
    const row = await onlyChange();
    const { body } = await send('POST', `/${ORG_A}/batch-commit`, {
      as: people.orgAdmin,
      body: {
        cloudId: row.cloud_id,
        credsId: source.credentialId(),
        commitType: 'update',
        revision: row.revision,
        refusedRenames: ['row_limit'],
      },
    });
    expect(JSON.stringify(body)).toContain('"error":null');
    expect(await job()).toMatchObject({
      isEnabled: false,
      pausedReason: expect.stringContaining('max_rows'),
    });
    expect(await jobValues()).toEqual([]);
    expect((await namedKeys()).checks).toMatchObject([{ left: 'max_rows' }]);
  });

  it('is only recognized by letter case and separators where nobody looked at a diff', async () => {
    const sync = () => commitAs(people.orgAdmin, [{ cloudId: cloudId(signature), commitType: 'update' }]);
    await source.query(clean('before', '"maxRows"'));
    await sync();
    expect(await jobValues()).toEqual([['maxRows', '10']]);
    await source.query(clean('before', 'row_limit'));
    await sync();
    expect(await job()).toMatchObject({ isEnabled: false });
  });

  it.each([
    ['of another type', clean('before', 'row_limit', "text default '1000000'")],
    ['with another default', clean('before', 'row_limit', 'int default 5')],
    [
      'next to another candidate',
      `drop function shop.clean; create function shop.clean(before date, a int default 1000000, b int default 1000000)
         returns int language sql as 'select 1'`,
    ],
  ])('is not guessed %s', async (_, statement) => {
    await source.query(statement);
    const { row, change } = await changeOf('removed');
    expect(change?.affects.find(({ kind }) => kind === 'job')).toMatchObject({ outcome: 'stopped' });
    await bring(row);
    expect(await job()).toMatchObject({ isEnabled: false });
  });
});

describe('an input whose saved values no longer do', () => {
  it('of another type pauses what has a value that no longer fits', async () => {
    await source.query(clean('before', 'max_rows', 'boolean default true'));
    const { row, change } = await changeOf('type');
    expect(change?.affects.filter(({ outcome }) => outcome === 'stopped')).toMatchObject([
      { kind: 'job', need: 'unfit', name: 'Clean-up' },
      { kind: 'webhook', need: 'unfit' },
    ]);
    await bring(row);
    expect((await job()).pausedReason).toBe(
      'The value of this job for “max_rows” no longer fits its type, so the job was paused. Check its values, and turn it on again.',
    );
  });

  it('of another type that takes them leaves everything on', async () => {
    await source.query(clean('before', 'max_rows', 'bigint default 1000000'));
    await bring(await onlyChange());
    expect(await job()).toMatchObject({ isEnabled: true });
    expect(await jobValues()).toEqual([['max_rows', '10']]);
  });

  it('that is new and required pauses what has no value for it', async () => {
    await source.query(`drop function shop.clean;
      create function shop.clean(before date, region text, max_rows int default 1000000) returns int language sql
      as 'select 1'`);
    const { row, change } = await changeOf('added');
    expect(change?.affects).toMatchObject([
      { kind: 'job', need: 'missing', outcome: 'stopped' },
      { kind: 'webhook', need: 'missing', outcome: 'stopped' },
    ]);
    await bring(row);
    expect((await job()).pausedReason).toContain(
      'The command now requires “region”, which this job has no value for',
    );
  });
});
