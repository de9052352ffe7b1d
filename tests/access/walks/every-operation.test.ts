import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { fillPath } from '@/lib/wire/url';
import { shapeOf } from '@/lib/wire/wire';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { queueMail } from '@/server/messages/queue-mail';
import { withApp } from '../../support/app/app';
import { sendRaw } from '../../support/app/http';
import { createApproval } from '../../support/things/approvals';
import { createError } from '../../support/things/errors';
import {
  createCommand,
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createAlert, createAutoRuns, createScheduledJob } from '../../support/things/schedules';
import { createStoredWebhook } from '../../support/things/webhooks';
import { decorate } from '../decorate';

// Promises that hold for every operation of a kind, including future ones: each test finds its operations in the
// contract.

withApp();

let made: Awaited<ReturnType<typeof createGrantedCommands>>;
/** The values for names in a path: all of A, and all of B. */
let inA: Record<string, string>;
let inB: Record<string, string>;

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
  inA = await thingsOf(ORG_A, made.command, made.credentialA, people.orgAdmin);
  const ofB = await createCommand(ORG_B, people.orgAdminB, made.credentialB, {
    friendlyName: 'with_input',
    inputs: [integerInput('amount')],
  });
  inB = await thingsOf(ORG_B, ofB, made.credentialB, people.orgAdminB);
});

async function thingsOf(
  orgId: string,
  command: { commandId: number; templateId: number },
  credsId: number,
  userId: string,
): Promise<Record<string, string>> {
  const db = prisma();
  const { commandId } = command;
  const { inputId, templateInputId } = await db.commandInput.findFirstOrThrow({ where: { commandId } });
  const { folderId } = await db.folder.create({ data: { orgId, name: 'Walked' } });
  const { runGroupId } = await db.runGroup.create({ data: { orgId, commandId, userId } });
  const { groupId } = await db.group.create({ data: { orgId, groupId: `walked-${orgId}`, name: 'Walked' } });
  const { ignoreId } = await db.syncIgnore.create({ data: { orgId, cloudId: 'db::postgres::1::x.y()' } });
  const { staticCommandSourceId } = await db.staticCommandSource.create({
    data: { orgId, credentialId: credsId, kind: 'openapi', title: 'Walked', server: '' },
  });
  const content = { paragraphs: ['Hello'], note: null, link: null, closing: '', replyTo: null };
  const sender = { kind: 'person' as const, userId, name: 'Admin', email: null, memberships: [] };
  const to = { userId, name: 'Admin', email: 'admin@example.com' };
  await transaction((tx) => queueMail(tx, orgId, sender, to, 'share', { subject: 'Hello', content }));
  const { mailId } = await db.mailMessage.findFirstOrThrow({ where: { orgId } });
  const runId = await createEndedRun(orgId, command, userId);
  const configuration = { settings: {}, headers: [], inputs: [] };
  await db.commandRevision.create({ data: { orgId, commandId, version: 1, content: configuration } });
  const { presetId } = await db.preset.create({
    data: { orgId, commandId, ownerUserId: userId, name: 'Walked', isShared: true, values: '{}' },
  });
  const { dropdownId } = await db.dropdown.create({
    data: { orgId, name: 'Walked', kind: 'hardcoded', values: ['1'], createdByUserId: userId },
  });
  return Object.fromEntries(
    Object.entries({
      orgId,
      userId,
      groupId,
      kitId: commandId,
      olId: command.templateId,
      runId,
      runGroupId,
      credsId,
      githubCredsId: credsId,
      dbCredsId: credsId,
      env: 'default',
      check: 'cnx_string',
      part: 'queue',
      directoryId: folderId,
      inputId,
      legoInputId: templateInputId,
      dropdownId,
      presetId,
      approvalId: await createApproval(orgId, command, userId),
      errorId: await createError(orgId, command, userId),
      ...(await scheduleJob(orgId, commandId, userId)),
      webhookId: await createStoredWebhook(orgId, commandId, userId),
      ignoreId,
      sourceId: staticCommandSourceId,
      mailId,
      combinedId: 1,
      viewId: 1,
      sessionId: 'no-session',
      appId: 'no-app',
      confirmationId: 'no-confirmation',
      tokenId: 'no-token',
      revision: 1,
      other: 1,
      format: 'csv',
      token: 'no-token',
    }).map(([name, value]) => [name, String(value)]),
  );
}

async function scheduleJob(orgId: string, commandId: number, userId: string) {
  const decorated = await decorate(orgId, commandId);
  const cronJobId = await createScheduledJob(orgId, commandId, userId);
  await createAutoRuns(orgId, cronJobId, decorated.decorationId, commandId);
  return { ...decorated, cronJobId, alertId: await createAlert(orgId, cronJobId, userId) };
}

const namesIn = ({ path }: AnyOperation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

async function ask(operation: AnyOperation, words: Record<string, string>, query = '', body?: unknown) {
  const response = await sendRaw(operation.method, fillPath(operation.path, words) + query, {
    as: people.orgAdmin,
    ...(operation.body === null ? {} : { body: body ?? leastOf(operation) }),
  });
  const text = await response.text();
  const { error } = text.startsWith('{') ? JSON.parse(text) : { error: undefined };
  return { status: response.status, code: error?.code, message: error?.message, issues: error?.issues };
}

/** A complete body, so that nothing but the tested part is wrong. */
function leastOf({ id, files }: AnyOperation): object {
  if (files === undefined) return least[id] ?? {};
  const form = new FormData();
  form.append('file', new File(['openapi: 3.1.0'], 'of-b.yaml'));
  return form;
}

const least: Record<string, object> = {
  answerApproval: { isGranted: true },
  createFolder: { name: 'Of B' },
  createRowDecoration: { inputKitId: 1 },
  createObjectDecoration: { inputKitId: 1 },
  createErrorDecoration: { inputKitId: 1 },
  checkConnection: { otherCredsId: 1 },
  createDropdown: { name: 'Of B', enum: ['1'] },
  createPreset: { name: 'Of B', runrams: {} },
  backfillJob: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  skipTime: { time: '2026-01-01T00:00:00Z' },
  linkJobDecoration: { decorationId: 1 },
  createJobAlert: { channel: 'email', userId: people.orgAdmin, events: ['failure'] },
  createJob: { name: 'Of B', cronExpression: '0 7 * * *', runrams: { amount: 1 } },
  createWebhook: { name: 'Of B' },
  findDropdownOptions: { texts: ['DE'] },
  previewDropdownOptions: { senderKitId: 1, senderValueNoocId: 1, senderDisplayNoocId: 1 },
  testWebhook: { body: {} },
  updateDatabaseTemplate: { dbCredsId: 1 },
  renameFolder: { name: 'Of B' },
  renameGroup: { name: 'Of B' },
  updateInputs: { legoInstanceInputs: [{ legoInstanceInputId: 1 }] },
  addToGroup: { userIds: [people.member] },
  ignoreThing: { cloudId: 'db::postgres::1::of.b()' },
  updateStaticCommandSource: { openapiBaseUrl: 'https://b.example' },
  createCredential: {
    credType: 'db',
    name: 'Of B',
    db: { host: 'db.invalid', databaseName: 'x', username: 'x', password: 'x' },
  },
};

/** The wire's keys of a body. */
const keysOf = ({ body }: AnyOperation): string[] =>
  body === null ? [] : Object.values(shapeOf(body) ?? {}).map(([wireKey]) => wireKey);

const audited = () => prisma().auditEvent.count({ where: { NOT: { action: { startsWith: 'refusal' } } } });

describe('S02 an id of another organization', () => {
  /** Names with the same meaning in every organization. */
  const common = new Set(['orgId', 'userId', 'revision', 'other', 'format', 'token']);
  const asked = operations.flatMap((operation) =>
    operation.path.startsWith('/{orgId}')
      ? namesIn(operation)
          .filter((name) => !common.has(name))
          .map((name) => ({ operation, id: operation.id, name }))
      : [],
  );

  it.each(asked)('$id: $name is like an unknown id', async ({ operation, name }) => {
    const missing = name === 'groupId' ? 'group-none' : '2147483647';
    const before = await audited();
    const [foreign, absent] = [
      await ask(operation, { ...inA, [name]: inB[name] ?? '' }),
      await ask(operation, { ...inA, [name]: missing }),
    ];
    expect(foreign).toEqual(absent);
    // Taking back what a person does not have changes nothing, and is not an error.
    expect(foreign.status).toBe(operation.id.startsWith('unshare') && name === 'groupId' ? 204 : 404);
    expect(await audited()).toBe(before);
  });
});

describe('S04 a part of another command of the same organization', () => {
  const asked = operations.filter(
    (operation) =>
      namesIn(operation).includes('kitId') &&
      namesIn(operation).some((name) =>
        [
          'runId',
          'inputId',
          'decorationId',
          'objectDecorationId',
          'cronJobId',
          'alertId',
          'webhookId',
        ].includes(name),
      ),
  );

  it('can be requested from some operations', () => expect(asked.length).toBeGreaterThan(4));

  it.each(asked)('$id: is not found', async (operation) => {
    const { status } = await ask(operation, { ...inA, kitId: String(made.other.commandId) });
    expect(status).toBe(404);
  });
});

describe('S03 another organization in the body', () => {
  const asked = operations.filter((operation) => keysOf(operation).includes('orgId'));

  it('is a parameter of some operations', () => expect(asked.length).toBeGreaterThan(6));

  it.each(asked)('$id: is refused, and nothing is written', async (operation) => {
    const before = await audited();
    const body = { ...least[operation.id], orgId: ORG_B };
    const { status, issues } = await ask(operation, inA, '', body);
    expect({ status, issues }).toEqual({
      status: 400,
      issues: [{ path: 'orgId', message: 'Must be the organization in the path' }],
    });
    expect(await audited()).toBe(before);
  });
});

describe('S20 a key that the contract does not name', () => {
  const asked = operations.filter(({ body, files }) => body !== null && files === undefined);

  it.each(asked)('$id: is refused', ({ body }) => {
    const extra = { isDeleted: true, createdBy: 'x', nobodyNamedThis: 1 };
    const refusals = [extra, [extra]].map((given) => z.safeDecode(body ?? z.never(), given as never));
    const told = JSON.stringify(refusals.map(({ error }) => error?.issues));
    expect(refusals.every(({ success }) => !success)).toBe(true);
    expect(told).toMatch(/unrecognized_keys.*nobodyNamedThis/);
  });
});

describe('S05 a filter by an unknown field', () => {
  const asked = operations.filter(({ query }) => query instanceof z.ZodObject && 'filter' in query.shape);

  it('can be given to some operations', () => expect(asked.length).toBeGreaterThan(8));

  it.each(asked)('$id: is refused', async (operation) => {
    const { status } = await ask(operation, inA, '?filter=nobody_named_this:x');
    expect(status).toBe(400);
  });
});

describe('S24 a base address that is not ours', () => {
  const recipients = [{ userId: people.runner, email: 'runner@example.com' }];
  const asked = operations.filter((operation) => keysOf(operation).includes('baseUrl'));

  it('can be given to some operations', () => expect(asked.length).toBeGreaterThan(3));

  it.each(asked)('$id: is refused, and nothing is sent', async (operation) => {
    const before = [await audited(), await prisma().mailMessage.count()];
    for (const baseUrl of [
      'https://evil.example',
      'http://localhost:3000.evil.example',
      'javascript:alert(1)',
    ]) {
      const { status, message } = await ask(operation, inA, '', { recipients, baseUrl });
      expect({ status, message }).toMatchObject({
        status: 400,
        message: expect.stringMatching(/baseUrl|address/i),
      });
    }
    expect([await audited(), await prisma().mailMessage.count()]).toEqual(before);
  });
});
