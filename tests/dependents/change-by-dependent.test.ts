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
const { commandOf, inputsOf, onlyChange, commitAs, cloudId } = syncedCommands(source);

const SIGNATURE = 'shop.clean(date, integer)';
const clean = (args: string) => `drop function if exists shop.clean;
  create function shop.clean(${args}) returns int language sql as 'select 1'`;
const AS_MADE = clean('before date, max_rows int default 1000000');

/** What became of a dependent: it goes on with what its owner saved, it stopped, or it goes on without. */
type Outcome = 'on' | 'stopped' | 'without';

interface Made {
  commandId: number;
  inputId: number;
  otherId: number;
}

const db = () => prisma();
const inOrg = { orgId: ORG_A, createdByUserId: people.orgAdmin };
const keys = async ({ commandId }: Made) => (await inputsOf(commandId)).map(({ key }) => key);
const isBroken = async ({ commandId }: Made) =>
  (await db().command.findUniqueOrThrow({ where: { commandId } })).brokenSince !== null;
const outcomeOf = (isStopped: boolean, isWhole: boolean): Outcome =>
  isStopped ? 'stopped' : isWhole ? 'on' : 'without';

/** The outcome for a rule: it stops its command, or names an input that is there. */
const ruleOutcome = async (made: Made, key: string): Promise<Outcome> =>
  outcomeOf(await isBroken(made), (await keys(made)).includes(key));

/** Each kind of thing that has a value for an input or names it: how it is made, and what became of it. */
const dependents = {
  job: {
    make: async ({ commandId, inputId }: Made) => {
      const scheduledJobId = await createScheduledJob(ORG_A, commandId, people.orgAdmin);
      await db().scheduledJobInput.create({ data: { orgId: ORG_A, scheduledJobId, inputId, value: '10' } });
    },
    outcome: async () => {
      const { isEnabled } = await db().scheduledJob.findFirstOrThrow();
      return outcomeOf(!isEnabled, (await db().scheduledJobInput.count({ where: { value: '10' } })) === 1);
    },
  },
  webhook: {
    make: async ({ commandId, inputId }: Made) => {
      const webhookId = await createStoredWebhook(ORG_A, commandId, people.orgAdmin);
      await db().webhookInput.create({ data: { orgId: ORG_A, webhookId, inputId, value: '10' } });
    },
    outcome: async () => {
      const { isEnabled } = await db().webhook.findFirstOrThrow();
      return outcomeOf(!isEnabled, (await db().webhookInput.count({ where: { value: '10' } })) === 1);
    },
  },
  auto_run: {
    make: async ({ commandId, inputId, otherId }: Made) => {
      const scheduledJobId = await createScheduledJob(ORG_A, otherId, people.orgAdmin);
      const { scheduledAutoRunId } = await db().scheduledAutoRun.create({
        data: { orgId: ORG_A, scheduledJobId, kind: 'error', name: 'Then', targetCommandId: commandId },
      });
      const data = { orgId: ORG_A, scheduledAutoRunId, inputId, value: '10' };
      await db().scheduledAutoRunInput.create({ data });
    },
    outcome: async () => {
      const { isEnabled } = await db().scheduledJob.findFirstOrThrow();
      return outcomeOf(
        !isEnabled,
        (await db().scheduledAutoRunInput.count({ where: { value: '10' } })) === 1,
      );
    },
  },
  condition: {
    make: async ({ commandId }: Made) => {
      const conditions = { locked: [{ key: 'max_rows', test: 'is_filled', values: [] }] };
      await db().commandInput.updateMany({
        where: { commandId, templateInput: { key: 'before' } },
        data: { conditions },
      });
    },
    outcome: async (made: Made) => {
      const before = (await inputsOf(made.commandId)).find(({ key }) => key === 'before');
      const conditions = before?.conditions as { locked: { key: string }[] } | undefined;
      return ruleOutcome(made, conditions?.locked[0]?.key ?? '');
    },
  },
  check: {
    make: ({ commandId }: Made) =>
      db().command.update({
        where: { commandId },
        data: {
          inputChecks: [{ left: 'max_rows', test: 'is_at_most', right: null, value: '10', message: 'Ten' }],
        },
      }),
    outcome: async (made: Made) => {
      const { inputChecks } = await db().command.findUniqueOrThrow({ where: { commandId: made.commandId } });
      return ruleOutcome(made, (inputChecks as { left: string }[])[0]?.left ?? '');
    },
  },
  button: {
    make: async ({ commandId, inputId, otherId }: Made) => {
      const { outputColumnId } = await db().outputColumn.create({
        data: {
          orgId: ORG_A,
          commandId: otherId,
          kind: 'column',
          resultSet: 0,
          position: 0,
          path: 'n',
          type: 'int',
        },
      });
      const { decorationId } = await db().decoration.create({
        data: { ...inOrg, commandId: otherId, kind: 'row', name: 'Clean', targetCommandId: commandId },
      });
      await db().decorationMap.create({ data: { orgId: ORG_A, decorationId, inputId, outputColumnId } });
    },
    outcome: async () => {
      const { lostInputs } = await db().decoration.findFirstOrThrow();
      return outcomeOf(lostInputs.length > 0, (await db().decorationMap.count()) === 1);
    },
  },
  undo: {
    make: ({ commandId, otherId }: Made) =>
      db().command.update({
        where: { commandId: otherId },
        data: {
          undoPartner: {
            kit_id: commandId,
            minutes: null,
            maps: [{ input_key: 'max_rows', from: 'output', name: 'n' }],
          },
        },
      }),
    outcome: async (made: Made) => {
      const { body } = await send('GET', `/${ORG_A}/needs-attention`, { as: people.orgAdmin });
      const isTold = JSON.stringify(body).includes('"kind":"undo"');
      const { undoPartner } = await db().command.findUniqueOrThrow({ where: { commandId: made.otherId } });
      const { maps } = undoPartner as { maps: { input_key: string }[] };
      return outcomeOf(isTold, (await keys(made)).includes(maps[0]?.input_key ?? ''));
    },
  },
  preset: {
    make: ({ commandId }: Made) =>
      db().preset.create({
        data: {
          orgId: ORG_A,
          commandId,
          ownerUserId: people.orgAdmin,
          name: 'Few',
          isShared: true,
          values: '{"max_rows":10}',
        },
      }),
    outcome: async (made: Made) => {
      const { values } = await db().preset.findFirstOrThrow();
      const named = Object.keys(JSON.parse(values) as object);
      return outcomeOf(
        false,
        named.every((key) => ['before', 'max_rows', 'row_limit'].includes(key)) &&
          (await keys(made)).includes(named[0] ?? ''),
      );
    },
  },
};
type Kind = keyof typeof dependents;
const kinds = Object.keys(dependents) as Kind[];

const byThemselves = (outcome: Outcome): Partial<Record<Kind, Outcome>> => ({
  job: outcome,
  webhook: outcome,
  auto_run: outcome,
});
const each = (outcome: Outcome): Record<Kind, Outcome> => ({
  job: outcome,
  webhook: outcome,
  auto_run: outcome,
  condition: outcome,
  check: outcome,
  button: outcome,
  undo: outcome,
  preset: outcome,
});

/** What changes at the source, whether its diff is refused, and what becomes of each kind of dependent. */
const changes: Record<string, { args: string; refuses?: string[]; outcomes: Record<Kind, Outcome> }> = {
  removed: { args: 'before date', outcomes: { ...each('stopped'), preset: 'without' } },
  renamed: { args: 'before date, row_limit int default 1000000', outcomes: each('on') },
  'renamed, which a person refuses': {
    args: 'before date, row_limit int default 1000000',
    refuses: ['row_limit'],
    outcomes: { ...each('stopped'), preset: 'without' },
  },
  'retyped, and takes the values': {
    args: 'before date, max_rows bigint default 1000000',
    outcomes: each('on'),
  },
  'retyped, and takes no such values': {
    args: 'before date, max_rows boolean default true',
    outcomes: { ...each('on'), ...byThemselves('stopped') },
  },
  'given another default': { args: 'before date, max_rows int default 5', outcomes: each('on') },
  'joined by a required one': {
    args: 'before date, region text, max_rows int default 1000000',
    outcomes: { ...each('on'), ...byThemselves('stopped') },
  },
};

let made: Made;

beforeEach(async () => {
  await source.query('drop schema shop cascade; create schema shop');
  for (const table of [
    'scheduled_job',
    'webhook',
    'preset',
    'decoration',
    'output_column',
    'command',
    'template',
  ])
    await sql.query(`delete from ${table}`);
  const [commandId = 0, otherId = 0] = await commandOf(
    `${AS_MADE}; create function shop.other() returns int language sql as 'select 1'`,
    SIGNATURE,
    'shop.other()',
  );
  const inputId = (await inputsOf(commandId)).find(({ key }) => key === 'max_rows')?.inputId ?? 0;
  made = { commandId, inputId, otherId };
});

describe.each(Object.entries(changes))('an input that is %s', (_, { args, refuses, outcomes }) => {
  it.each(kinds)('leaves no %s in silence', async (kind) => {
    await dependents[kind].make(made);
    await source.query(clean(args));
    const row = await onlyChange();
    const told = row.changes
      .flatMap(({ affects }) => affects)
      .filter((affected) => affected.kind === kind)
      .map(({ outcome }) => outcome);
    const isRenamed = row.changes.some(({ change }) => change === 'renamed');
    const shown = isRenamed ? ['carried'] : outcomes[kind] === 'on' ? [] : ['stopped'];
    expect(told).toEqual(shown);
    const { body } = await send('POST', `/${ORG_A}/batch-commit`, {
      as: people.orgAdmin,
      body: {
        cloudId: row.cloud_id,
        credsId: source.credentialId(),
        commitType: 'update',
        revision: row.revision,
        refusedRenames: refuses ?? [],
      },
    });
    expect(JSON.stringify(body)).toContain('"error":null');
    expect(await dependents[kind].outcome(made)).toBe(outcomes[kind]);
  });
});

/** What engineers do to an input here, and what becomes of each kind of dependent. */
const settings: Record<string, { body: object; outcomes: Record<Kind, Outcome> }> = {
  locked: {
    body: { lockDefaultValue: true, useDefaultValue: true, defaultValue: 5 },
    outcomes: { ...each('on'), ...byThemselves('stopped') },
  },
  hidden: {
    body: { hidden: true, useDefaultValue: true, defaultValue: 5 },
    outcomes: { ...each('on'), ...byThemselves('stopped'), condition: 'stopped', undo: 'stopped' },
  },
};

describe.each(Object.entries(settings))('an input that becomes %s', (_, { body, outcomes }) => {
  it.each(kinds)('leaves no %s in silence', async (kind) => {
    await dependents[kind].make(made);
    const listed = await send('GET', `/${ORG_A}/kits/${made.commandId}/input-dependents`, {
      as: people.orgAdmin,
    });
    expect(JSON.stringify(listed.body)).toContain(`"kind":"${kind}","key":"max_rows"`);
    const target = `/${ORG_A}/kits/${made.commandId}/li-inputs/${made.inputId}`;
    const changed = await send('PATCH', target, { as: people.orgAdmin, body });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await dependents[kind].outcome(made)).toBe(outcomes[kind]);
  });
});

it('without a diff that a person saw, nothing is carried over by likeness alone', async () => {
  await dependents.job.make(made);
  await source.query(clean('before date, row_limit int default 1000000'));
  await commitAs(people.orgAdmin, [{ cloudId: cloudId(SIGNATURE), commitType: 'update' }]);
  expect(await dependents.job.outcome()).toBe('stopped');
});
