import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { commandDependents } from '@/server/dependents/command-dependents';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import {
  createCommand,
  createCredential,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { createAutoRuns, createScheduledJob } from '../support/things/schedules';
import { createStoredWebhook } from '../support/things/webhooks';

withApp();

let needed: MadeCommand;
let other: MadeCommand;
let hidden: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  needed = (await createGrantedCommands()).command;
  const credentialId = await createCredential(ORG_A);
  other = await createCommand(ORG_A, people.creator, credentialId, {
    friendlyName: 'orders',
    inputs: [integerInput('customer')],
  });
  hidden = await createCommand(ORG_A, people.engineer, credentialId, { friendlyName: 'private' });
  await prisma().command.update({ where: { commandId: hidden.commandId }, data: { visibility: 'justme' } });
});

const list = async (as: string) => {
  const { status, body } = await send('GET', `/${ORG_A}/kits/${needed.commandId}/dependents`, { as });
  expect(status).toBe(200);
  return z
    .object({
      dependents: z.array(z.looseObject({ kind: z.string(), kit_name: z.string() })),
      hidden: z.array(z.object({ kind: z.string(), count: z.int() })),
    })
    .parse(body);
};

const db = () => prisma();
const of = (commandId: number) => ({ orgId: ORG_A, commandId });

/** Makes one dependent of each kind, of a command that the caller can see. */
const makers: Record<string, () => Promise<unknown>> = {
  dropdown: async () => {
    const column = await db().outputColumn.create({
      data: {
        ...of(needed.commandId),
        resultSet: 0,
        path: 'id',
        position: 0,
        kind: 'column',
        type: 'integer',
      },
    });
    const { dropdownId } = await db().dropdown.create({
      data: {
        orgId: ORG_A,
        name: 'Customers',
        kind: 'command_output',
        senderCommandId: needed.commandId,
        valueColumnId: column.outputColumnId,
        displayColumnId: column.outputColumnId,
        createdByUserId: people.creator,
      },
    });
    await db().commandInput.updateMany({
      where: of(other.commandId),
      data: { dropdownId, dropdownLinkedBy: people.creator },
    });
  },
  button: () =>
    db().decoration.create({
      data: {
        ...of(other.commandId),
        kind: 'row',
        name: 'Refund',
        targetCommandId: needed.commandId,
        createdByUserId: people.creator,
      },
    }),
  error_jump: () =>
    db().errorDecoration.create({
      data: {
        ...of(other.commandId),
        targetCommandId: needed.commandId,
        createdByUserId: people.creator,
      },
    }),
  undo: () =>
    db().command.update({
      where: { commandId: other.commandId },
      data: { undoPartner: { kit_id: needed.commandId, minutes: null, maps: [] } },
    }),
  job: () =>
    createScheduledJob(ORG_A, needed.commandId, people.creator, {
      nextRunAt: new Date('2026-12-01T03:00:00Z'),
    }),
  auto_run: async () => {
    const job = await createScheduledJob(ORG_A, other.commandId, people.creator);
    const { decorationId } = await db().decoration.findFirstOrThrow({ where: of(other.commandId) });
    await createAutoRuns(ORG_A, job, decorationId, needed.commandId);
  },
  webhook: () => createStoredWebhook(ORG_A, needed.commandId, people.creator),
  copycat: async () => {
    const copy = await createCommand(ORG_A, people.creator, await createCredential(ORG_A), {
      friendlyName: 'copy',
    });
    await db().command.update({
      where: { commandId: copy.commandId },
      data: { followsCommandId: needed.commandId },
    });
  },
  startup: () =>
    db().template.update({ where: { templateId: needed.templateId }, data: { runOnStartup: true } }),
  token: () =>
    db().accessToken.create({
      data: {
        tokenId: 'of-commands',
        tokenHash: Buffer.alloc(32, 7),
        userId: people.creator,
        name: 'Assistant',
        scope: { kind: 'run', commandIds: [needed.commandId], folderIds: [] },
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    }),
};

describe('what needs a command', () => {
  it('is nothing for a command on its own', async () => {
    expect(await list(people.orgAdmin)).toEqual({ dependents: [], hidden: [] });
  });

  it.each(Object.keys(makers))('names a %s', async (kind) => {
    await makers[kind]?.();
    const { dependents } = await list(people.orgAdmin);
    expect(dependents.filter((each) => each.kind === kind).length).toBeGreaterThan(0);
  });

  it('says when a job would run next, and whose it is', async () => {
    const { dependents } = await list(people.orgAdmin);
    expect(dependents.find(({ kind }) => kind === 'job')).toMatchObject({
      name: 'Nightly',
      owner_name: 'creator',
      next_time: '2026-12-01T03:00:00.000Z',
      cron_job_id: expect.any(Number),
    });
    expect(dependents.find(({ kind }) => kind !== 'job')?.cron_job_id).toBeNull();
  });

  it('counts those of commands that the caller cannot see', async () => {
    await db().decoration.create({
      data: {
        ...of(hidden.commandId),
        kind: 'row',
        name: 'Secret button',
        targetCommandId: needed.commandId,
        createdByUserId: people.engineer,
      },
    });
    const seen = await list(people.orgAdmin);
    expect(seen.hidden).toEqual([{ kind: 'button', count: 1 }]);
    expect(JSON.stringify(seen)).not.toContain('Secret button');
  });

  it('forgets deleted commands and jobs, and those that are paused', async () => {
    await db().command.update({ where: { commandId: other.commandId }, data: { deletedAt: new Date() } });
    await db().scheduledJob.updateMany({ data: { isEnabled: false, nextRunAt: null } });
    const { dependents } = await list(people.orgAdmin);
    expect([...new Set(dependents.map(({ kind }) => kind))]).toEqual([
      'webhook',
      'copycat',
      'startup',
      'token',
    ]);
  });
});

const kindsOf = async (path: string) => {
  const { status, body } = await send('GET', `/${ORG_A}/${path}/dependents`, { as: people.orgAdmin });
  expect(status, JSON.stringify(body)).toBe(200);
  const { dependents } = z.object({ dependents: z.array(z.looseObject({ kind: z.string() })) }).parse(body);
  return [...new Set(dependents.map(({ kind }) => kind))].toSorted();
};

describe('what needs other things', () => {
  it('of a connection is what needs its commands, other than those themselves', async () => {
    const { credentialId } = await db().template.findUniqueOrThrow({
      where: { templateId: needed.templateId },
    });
    expect(await kindsOf(`creds/${credentialId}`)).toEqual(['copycat', 'startup', 'token', 'webhook']);
    await db().command.updateMany({ where: of(other.commandId), data: { deletedAt: null } });
    expect(await kindsOf(`creds/${credentialId}`)).toEqual([
      'button',
      'copycat',
      'dropdown',
      'error_jump',
      'startup',
      'token',
      'undo',
      'webhook',
    ]);
  });

  it('of a person or a service account is what runs with their rights', async () => {
    await createScheduledJob(ORG_A, needed.commandId, people.creator);
    expect(await kindsOf(`members/${people.creator}`)).toEqual(['dropdown', 'job', 'webhook']);
    expect(await kindsOf(`members/${people.orgAdmin}`)).toEqual([]);
  });

  it('of a person counts the tokens that work in the organization', async () => {
    const count = async () => {
      const { body } = await send('GET', `/${ORG_A}/members/${people.member}/dependents`, {
        as: people.orgAdmin,
      });
      return (body as { programs: number }).programs;
    };
    const before = await count();
    const chosen = (commandIds: number[]) => ({ kind: 'run', commandIds, folderIds: [] });
    const scopes = [{ kind: 'read' }, chosen([needed.commandId]), chosen([2_000_000_000])];
    for (const [index, scope] of scopes.entries()) {
      await db().accessToken.create({
        data: {
          tokenId: `of-person-${index}`,
          tokenHash: Buffer.from(`of-person-${index}`),
          userId: people.member,
          name: 'A program',
          scope,
          expiresAt: new Date(Date.now() + 86_400_000),
        },
      });
    }
    expect(await count()).toBe(before + 2);
    const tokenId = 'of-person-0';
    await db().accessToken.update({ where: { tokenId }, data: { expiresAt: new Date(0) } });
    expect(await count()).toBe(before + 1);
    const hash = Buffer.from(tokenId);
    await db().oauthGrant.create({
      data: {
        tokenId,
        clientId: 'desk',
        clientName: 'Desk',
        redirectUri: 'https://desk.example/back',
        familyHash: hash,
        refreshHash: hash,
        refreshExpiresAt: new Date(Date.now() + 86_400_000),
      },
    });
    expect(await count(), 'a program that can renew its token').toBe(before + 2);
  });

  it('of a folder is what its owner may run only by it', async () => {
    const { folderId } = await db().folder.create({ data: { orgId: ORG_A, name: 'Shop' } });
    await db().command.updateMany({ where: of(needed.commandId), data: { folderId } });
    expect(await kindsOf(`directories/${folderId}`)).toEqual([]);
    await db().folderUserGrant.create({
      data: { orgId: ORG_A, folderId, userId: people.member, role: 'runner' },
    });
    await createScheduledJob(ORG_A, needed.commandId, people.member);
    expect(await kindsOf(`directories/${folderId}`)).toEqual(['job']);
  });
});

/** Tables that belong to a command, and go or stay with it: nothing of them can break without it. */
const OWN = new Set([
  'access_request',
  'command_estimate',
  'command_figure',
  'command_group_grant',
  'command_input',
  'command_revision',
  'command_time',
  'command_user_grant',
  'decoration',
  'error_day',
  'error_decoration',
  'error_hit',
  'expected_break',
  'output_column',
  'pinned_command',
  'preset',
  'recent_command',
  'run_confirmation',
  'run_group',
  'run_saving',
]);

it('every table with a key into commands has a kind of dependents, or belongs to its command', async () => {
  const keys = await sql.query<{ table: string; column: string }>(
    `select distinct conrelid::regclass::text as table, a.attname as column
     from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.contype = 'f' and k.confrelid = 'command'::regclass and a.attname <> 'org_id'`,
  );
  const known = new Set(
    commandDependents.flatMap(({ key }) => (key === null ? [] : [`${key.table}.${key.column}`])),
  );
  const unknown = keys
    .map(({ table, column }) => ({ table: table.replaceAll('"', ''), column }))
    .filter(
      ({ table, column }) => !known.has(`${table}.${column}`) && !(column === 'command_id' && OWN.has(table)),
    );
  expect(unknown).toEqual([]);
});
