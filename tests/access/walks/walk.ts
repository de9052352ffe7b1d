import { NO_ENVIRONMENT } from '@/lib/contract/diagnostics/connections';
import type { AnyOperation } from '@/lib/contract/operation';
import { fillPath } from '@/lib/wire/url';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { hashOfToken } from '@/server/base/ids';
import { queueMail } from '@/server/messages/queue-mail';
import { type Sent, sendRaw } from '../../support/app/http';
import { createApproval } from '../../support/things/approvals';
import { createError } from '../../support/things/errors';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createAlert, createAutoRuns, createScheduledJob } from '../../support/things/schedules';
import { createStoredWebhook } from '../../support/things/webhooks';
import { decorate } from '../decorate';
import type { Outcome } from './access-table';

/** The values for names in a path or body. */
export interface Things {
  orgId: string;
  kitId: number;
  runId: number;
  parentRunId: number;
  runGroupId: number;
  credsId: number;
  dbCredsId: number;
  env: string;
  check: string;
  part: string;
  githubCredsId: number;
  directoryId: number;
  olId: number;
  inputId: number;
  legoInputId: number;
  revision: number;
  other: number;
  format: string;
  groupId: string;
  token: string;
  mailId: number;
  combinedId: number;
  viewId: number;
  sessionId: string;
  appId: string;
  confirmationId: string;
  tokenId: string;
  ignoreId: number;
  sourceId: number;
  decorationId: number;
  objectDecorationId: number;
  outputKitId: number;
  dropdownId: number;
  presetId: number;
  approvalId: number;
  errorId: number;
  cronJobId: number;
  alertId: number;
  webhookId: number;
}

let inA: Things;

/** Creates two organizations with a thing of every kind, of which the walk visits those of the first. */
export async function createWalk(): Promise<{ inA: Things; inB: Things }> {
  await createOrganizations();
  const made = await createGrantedCommands();
  const runA = await createEndedRun(ORG_A, made.command, people.runner);
  const runB = await createEndedRun(ORG_B, made.ofB, people.orgAdminB);
  const { folderId: folderB } = await prisma().folder.create({ data: { orgId: ORG_B, name: 'Of B' } });
  inA = await thingsOf(ORG_A, made.command, {
    runId: runA,
    credsId: made.credentialA,
    githubCredsId: made.credentialA,
    directoryId: made.folderId,
  });
  await askEngineer(inA.kitId);
  const inB = await thingsOf(ORG_B, made.ofB, {
    runId: runB,
    credsId: made.credentialB,
    githubCredsId: made.credentialB,
    directoryId: folderB,
  });
  await repair();
  return { inA, inB };
}

const SERVICE_ACCOUNT = 'service-of-a';
const SERVICE_TOKEN = 'token-of-service';

const REQUEST_TOKEN = 'the-token-of-a-request-for-access';

/** An unsent message of the organization. */
async function postTo(orgId: string): Promise<number> {
  const sender = {
    kind: 'person' as const,
    userId: people.orgAdmin,
    name: 'Admin',
    email: null,
    memberships: [],
  };
  const to = { userId: people.runner, name: 'Runner', email: 'runner@example.com' };
  const content = { paragraphs: ['Hello'], note: null, link: null, closing: '', replyTo: null };
  await transaction((tx) => queueMail(tx, orgId, sender, to, 'share', { subject: 'Hello', content }));
  return (await prisma().mailMessage.findFirstOrThrow({ where: { orgId } })).mailId;
}

async function askEngineer(commandId: number): Promise<void> {
  await prisma().accessRequest.create({
    data: {
      orgId: ORG_A,
      commandId,
      requesterUserId: people.member,
      engineerUserId: people.engineer,
      tokenHash: new Uint8Array(hashOfToken(REQUEST_TOKEN)),
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
}

/** A dropdown that the command's input uses. */
async function linkDropdown(orgId: string, inputId: number | null): Promise<number> {
  const createdByUserId = orgId === ORG_A ? people.creator : people.orgAdminB;
  const { dropdownId } = await prisma().dropdown.create({
    data: { orgId, name: 'Amounts', kind: 'hardcoded', values: ['1', '2'], createdByUserId },
  });
  if (inputId !== null) {
    const data = { dropdownId, dropdownLinkedBy: createdByUserId };
    await prisma().commandInput.update({ where: { inputId }, data });
  }
  return dropdownId;
}

/** A job of a command, with an alert, and with the command's buttons as its auto-runs. */
async function scheduleJob(orgId: string, commandId: number) {
  const decorated = await decorate(orgId, commandId);
  const ownerUserId = orgId === ORG_A ? people.creator : people.orgAdminB;
  const cronJobId = await createScheduledJob(orgId, commandId, ownerUserId);
  await createAutoRuns(orgId, cronJobId, decorated.decorationId, commandId);
  return { ...decorated, cronJobId, alertId: await createAlert(orgId, cronJobId, ownerUserId) };
}

async function thingsOf(
  orgId: string,
  { commandId, templateId }: MadeCommand,
  others: Pick<Things, 'runId' | 'credsId' | 'githubCredsId' | 'directoryId'>,
): Promise<Things> {
  const input = await prisma().commandInput.findFirst({ where: { orgId, commandId } });
  const { runGroupId } = await prisma().runGroup.create({
    data: { orgId, commandId, userId: orgId === ORG_A ? people.runner : people.orgAdminB },
  });
  const { ignoreId } = await prisma().syncIgnore.create({
    data: { orgId, cloudId: 'db::postgres::1::x.y()' },
  });
  const { staticCommandSourceId: sourceId } = await prisma().staticCommandSource.create({
    data: { orgId, credentialId: others.credsId, kind: 'openapi', title: 'Walked', server: '' },
  });
  const dropdownId = await linkDropdown(orgId, input?.inputId ?? null);
  const content = { settings: {}, headers: [], inputs: [] };
  await prisma().commandRevision.create({ data: { orgId, commandId, version: 1, content } });
  return {
    orgId,
    kitId: commandId,
    olId: templateId,
    inputId: input?.inputId ?? 1,
    legoInputId: input?.templateInputId ?? 1,
    revision: 1,
    other: 1,
    format: 'csv',
    dbCredsId: others.credsId,
    env: NO_ENVIRONMENT,
    check: 'cnx_string',
    part: 'queue',
    runGroupId,
    parentRunId: others.runId,
    groupId: 'group-of-nobody',
    sessionId: 'session-of-nobody',
    appId: 'app-of-nobody',
    confirmationId: 'confirmation-of-nobody',
    tokenId: SERVICE_TOKEN,
    token: REQUEST_TOKEN,
    mailId: await postTo(orgId),
    combinedId: 1,
    viewId: 1,
    ignoreId,
    sourceId,
    ...(await scheduleJob(orgId, commandId)),
    approvalId: await createApproval(
      orgId,
      { commandId, templateId },
      orgId === ORG_A ? people.runner : people.orgAdminB,
    ),
    errorId: await createError(
      orgId,
      { commandId, templateId },
      orgId === ORG_A ? people.runner : people.orgAdminB,
    ),
    dropdownId,
    presetId: await sharePreset(orgId, commandId),
    webhookId: await addWebhook(orgId, commandId),
    ...others,
  };
}

const addWebhook = (orgId: string, commandId: number): Promise<number> =>
  createStoredWebhook(orgId, commandId, orgId === ORG_A ? people.creator : people.orgAdminB);

/** A preset that everyone who has the command can use. */
async function sharePreset(orgId: string, commandId: number): Promise<number> {
  const ownerUserId = orgId === ORG_A ? people.creator : people.orgAdminB;
  const data = { orgId, commandId, ownerUserId, name: 'Walked', isShared: true, values: '{}' };
  return (await prisma().preset.create({ data })).presetId;
}

async function repairPreset(): Promise<void> {
  const { orgId, kitId: commandId, presetId } = inA;
  const preset = {
    orgId,
    commandId,
    ownerUserId: people.creator,
    name: 'Walked',
    isShared: true,
    values: '{}',
  };
  await prisma().preset.upsert({ where: { presetId }, update: {}, create: { ...preset, presetId } });
}

async function repairDecorations(): Promise<void> {
  const { kitId: commandId, decorationId, objectDecorationId } = inA;
  const data = { orgId: ORG_A, commandId, targetCommandId: commandId, createdByUserId: people.creator };
  for (const [id, kind] of [[decorationId, 'row'] as const, [objectDecorationId, 'object'] as const]) {
    const create = { ...data, decorationId: id, kind, name: 'Walked' };
    await prisma().decoration.upsert({ where: { decorationId: id }, update: {}, create });
  }
  await prisma().errorDecoration.upsert({ where: { commandId }, update: {}, create: data });
}

/** Restores what an authorized caller has just deleted. */
async function repair(): Promise<void> {
  const { kitId: commandId, directoryId: folderId, ignoreId } = inA;
  const db = prisma();
  await db.folder.upsert({
    where: { folderId },
    update: {},
    create: { folderId, orgId: ORG_A, name: 'Refunds' },
  });
  for (const [userId, role] of [
    [people.folderRunner, 'runner'] as const,
    [people.engineer, 'admin'] as const,
  ]) {
    const grant = { orgId: ORG_A, folderId, userId };
    await db.folderUserGrant.upsert({
      where: { orgId_folderId_userId: grant },
      update: {},
      create: { ...grant, role },
    });
  }
  await db.command.update({ where: { commandId }, data: { folderId, deletedAt: null } });
  const { groupId } = inA;
  await db.group.upsert({
    where: { groupId },
    update: {},
    create: { groupId, orgId: ORG_A, name: 'Of nobody' },
  });
  await repairServiceAccount();
  await repairDecorations();
  await repairPreset();
  await createAlert(ORG_A, inA.cronJobId, people.creator, inA.alertId);
  await createAutoRuns(ORG_A, inA.cronJobId, inA.decorationId, commandId);
  await db.webhook.updateMany({ where: { webhookId: inA.webhookId }, data: { deletedAt: null } });
  await db.syncIgnore.upsert({
    where: { ignoreId },
    update: {},
    create: { ignoreId, orgId: ORG_A, cloudId: 'db::postgres::1::x.y()' },
  });
}

async function repairServiceAccount(): Promise<void> {
  const db = prisma();
  const userId = SERVICE_ACCOUNT;
  await db.user.upsert({
    where: { userId },
    update: {},
    create: { userId, name: 'Nightly', serviceOrgId: ORG_A },
  });
  await db.membership.upsert({
    where: { orgId_userId: { orgId: ORG_A, userId } },
    update: { state: 'active' },
    create: { orgId: ORG_A, userId },
  });
  const tokenId = SERVICE_TOKEN;
  const tokenHash = new Uint8Array(hashOfToken(tokenId));
  await db.accessToken.upsert({
    where: { tokenId },
    update: {},
    create: {
      tokenId,
      userId,
      tokenHash,
      name: 'Walked',
      scope: { kind: 'read' },
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
}

/** Scripts send some keys in snake case. */
const thingOf = (key: string) => (key === 'kit_id' ? 'kitId' : key) as keyof Things;

/** The least that a request needs to reach the access decision: ids in their places, and nothing else. */
export function leastRequest(operation: AnyOperation, things: Things, userId: string) {
  const words: Record<string, string> = Object.fromEntries(
    Object.entries({ ...things, userId }).map(([name, value]) => [name, String(value)]),
  );
  const { permission } = operation;
  const places = [
    'id' in permission ? (permission.id ?? '') : '',
    'command' in permission ? (permission.command ?? '') : '',
  ].filter((place) => place.startsWith('body.'));
  const body = Object.fromEntries(places.map((place) => [place.slice(5), things[thingOf(place.slice(5))]]));
  const query = operation.id === 'followRuns' ? `?runs=${things.runId}` : '';
  return {
    target: fillPath(operation.path, words) + query,
    body: operation.body === null ? undefined : body,
  };
}

/** The outcome of a request that is sent in some way, about a person where it is about one. */
export async function outcomeOf(
  operation: AnyOperation,
  things: Things,
  userId: string,
  sent: Pick<Sent, 'as' | 'headers'>,
): Promise<Outcome> {
  const aboutId = operation.path.includes('/service-accounts/') ? SERVICE_ACCOUNT : userId;
  const { target, body } = leastRequest(operation, things, aboutId);
  const response = await sendRaw(operation.method, target, {
    ...sent,
    ...(body === undefined ? {} : { body }),
  });
  await response.body?.cancel();
  if (operation.method === 'DELETE' && response.ok) await repair();
  return response.status === 401 || response.status === 403 || response.status === 404
    ? response.status
    : 'ok';
}
