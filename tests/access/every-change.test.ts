import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { sql, transaction } from '@/server/db';
import { insertSession } from '@/server/identity/session';
import { registerClient } from '@/server/oauth/register-client';
import { prisma } from '@/server/prisma';
import { asOwner, withApp } from '../support/app';
import { createApproval } from '../support/approvals';
import { numberIn, send } from '../support/http';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/organizations';
import { people } from '../support/people';
import { createRun } from '../support/runs';
import { giveToken } from '../support/tokens';
import { CHANGES_ELSEWHERE } from './changes-elsewhere';

// No worker serves the mail queue here, so messages wait.
withApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'pushboard@example.com' });

interface Change {
  id: string;
  /** Below the organization, or the full path if it begins with `//`. */
  path: () => string | Promise<string>;
  body?: () => object;
  /** Null if the session alone identifies the subject. */
  as?: string | null;
}

let things: Awaited<ReturnType<typeof createGrantedCommands>> & {
  inputId: number;
  folderId: number;
  runId: number;
  bulkRunId: number;
  approvalIds: number[];
  apiCredentialId: number;
  /** A program that registered, and one that the admin connected. */
  clientId: string;
  appId: string;
};
/** Ids of the things that the changes create. */
const made = {
  folderId: 0,
  dropdownId: 0,
  presetId: 0,
  cronJobId: 0,
  alertId: 0,
  webhookId: 0,
  credentialId: 0,
  groupId: '',
  ignoreId: 0,
  cookie: '',
  tokenId: '',
  serviceId: '',
  serviceTokenId: '',
  decorationId: 0,
  objectDecorationId: 0,
};

const REDIRECT = 'https://app.example/callback';

/** Connects a program as its exchange of a code does, and returns its id. */
async function connectProgram(userId: string): Promise<string> {
  const { tokenId } = await giveToken(userId);
  await prisma().oauthGrant.create({
    data: {
      tokenId,
      clientId: 'another',
      clientName: 'Another',
      redirectUri: REDIRECT,
      familyHash: new Uint8Array(32),
      refreshHash: new Uint8Array(32),
      refreshExpiresAt: new Date(Date.now() + 60_000),
    },
  });
  return tokenId;
}

beforeAll(async () => {
  await createOrganizations();
  const granted = await createGrantedCommands();
  const { commandId } = granted.command;
  const { inputId } = await prisma().commandInput.findFirstOrThrow({ where: { commandId } });
  const runId = await createEndedRun(ORG_A, granted.command, people.runner);
  const api = { credType: 'api', name: 'Api', api: { apiBaseUrl: 'https://api.invalid' } };
  const saved = await send('POST', `/${ORG_A}/creds?force=true`, { as: people.orgAdmin, body: api });
  const source = { address: null };
  await transaction((tx) => insertSession(tx, people.orgAdmin, 'demo', source));
  await transaction((tx) => insertSession(tx, people.orgAdmin, 'demo', source));
  const { client_id: clientId } = await registerClient({ redirect_uris: [REDIRECT] });
  things = {
    ...granted,
    inputId,
    runId,
    bulkRunId: await createBulk(granted.command),
    approvalIds: [
      await createApproval(ORG_A, granted.command, people.runner),
      await createApproval(ORG_A, granted.command, people.runner),
    ],
    apiCredentialId: numberIn(saved, 'creds_id'),
    clientId,
    appId: await connectProgram(people.orgAdmin),
  };
});

/** A bulk run of the runner that has not been started. */
async function createBulk({ commandId, templateId }: MadeCommand): Promise<number> {
  const body = { olId: templateId, kitId: commandId, runramsList: [{ amount: 1 }, { amount: 2 }] };
  return numberIn(await send('POST', `/${ORG_A}/run-bulk-async-i`, { as: people.runner, body }), 'run_id');
}

const bulk = () => `${kit()}/runs/${things.bulkRunId}/bulk`;
const kit = () => `/kits/${things.command.commandId}`;
const toOther = () => ({ inputKitId: things.other.commandId });
const folder = () => `/directories/${things.folderId}`;
const service = () => `/service-accounts/${made.serviceId}`;
const connection = () => ({
  clientId: things.clientId,
  redirectUri: REDIRECT,
  codeChallenge: 'x'.repeat(43),
  resource: null,
  state: null,
  scope: 'read',
  allowsUnasked: false,
});
const newToken = () => ({ name: 'Made', scope: 'read', days: 30 });
const ownSessionId = async () => {
  const { body } = await send('GET', '/users/me/sessions', { as: people.orgAdmin });
  return (body as { session_id: string }[])[0]?.session_id;
};
const group = () => `/groups/${made.groupId}`;
const person = { recipients: [{ userId: people.member }] };
const toGroup = { groups: [{ groupId: 'group-1', newKitDirGroupRole: 'admin' }] };

/** In this order: later changes undo earlier ones. */
const changes: Change[] = [
  {
    id: 'signInAsDemoPerson',
    path: () => '//demo/sign-in',
    body: () => ({ userId: people.runner }),
    as: null,
  },
  { id: 'signOut', path: () => '//sign-out', as: null },
  { id: 'endSession', path: async () => `//users/me/sessions/${await ownSessionId()}` },
  { id: 'endOtherSessions', path: () => '//users/me/sessions' },
  { id: 'createToken', path: () => '//users/me/tokens', body: newToken },
  { id: 'copyToken', path: () => '//users/me/tokens/copied' },
  { id: 'revokeToken', path: () => `//users/me/tokens/${made.tokenId}` },
  { id: 'connectApp', path: () => '//users/me/connected-apps', body: connection },
  { id: 'revokeConnectedApp', path: () => `//users/me/connected-apps/${things.appId}` },
  { id: 'createServiceAccount', path: () => '/service-accounts', body: () => ({ name: 'Nightly' }) },
  { id: 'renameServiceAccount', path: service, body: () => ({ name: 'Hourly' }) },
  { id: 'createServiceToken', path: () => `${service()}/tokens`, body: newToken },
  { id: 'revokeServiceToken', path: () => `${service()}/tokens/${made.serviceTokenId}` },
  { id: 'deleteServiceAccount', path: service },
  { id: 'createOrg', path: () => '//users/me/orgs', body: () => ({ orgName: 'Another' }) },
  { id: 'updateOrg', path: () => '/org', body: () => ({ name: 'Renamed' }) },
  { id: 'updateCommand', path: kit, body: () => ({ description: 'New' }) },
  {
    id: 'updateTemplate',
    path: () => `/command-templates/${things.command.templateId}`,
    body: () => ({ runButtonText: 'Go' }),
  },
  { id: 'updateInput', path: () => `${kit()}/li-inputs/${things.inputId}`, body: () => ({ note: 'New' }) },
  { id: 'createDropdown', path: () => '/dropdowns', body: () => ({ name: 'Made', enum: ['1', '2'] }) },
  {
    id: 'updateDropdown',
    path: () => `/dropdowns/${made.dropdownId}`,
    body: () => ({ enum: ['1', '3'] }),
  },
  { id: 'createPreset', path: () => `${kit()}/presets`, body: () => ({ name: 'Mine', runrams: {} }) },
  { id: 'updatePreset', path: () => `${kit()}/presets/${made.presetId}`, body: () => ({ name: 'My own' }) },
  { id: 'deletePreset', path: () => `${kit()}/presets/${made.presetId}` },
  {
    id: 'createJob',
    path: () => `${kit()}/cron-jobs`,
    body: () => ({ name: 'Nightly', cronExpression: '0 3 * * *', runrams: { amount: 1 } }),
    as: people.engineer,
  },
  { id: 'updateJob', path: () => `${kit()}/cron-jobs/${made.cronJobId}`, body: () => ({ isEnabled: false }) },
  {
    id: 'createJobAlert',
    path: () => `${kit()}/cron-jobs/${made.cronJobId}/alerts`,
    body: () => ({ channel: 'email', userId: people.runner, events: ['failure'] }),
  },
  {
    id: 'updateJobAlert',
    path: () => `${kit()}/cron-jobs/${made.cronJobId}/alerts/${made.alertId}`,
    body: () => ({ events: ['success'] }),
  },
  { id: 'deleteJobAlert', path: () => `${kit()}/cron-jobs/${made.cronJobId}/alerts/${made.alertId}` },
  { id: 'runJobNow', path: () => `${kit()}/cron-jobs/${made.cronJobId}/run` },
  {
    id: 'backfillJob',
    path: () => `${kit()}/cron-jobs/${made.cronJobId}/backfill`,
    body: () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
  },
  {
    id: 'updateJobDigest',
    path: () => '/cron-job-digest',
    body: () => ({ isOn: true, hour: 7, timezone: 'Etc/UTC' }),
  },
  {
    id: 'updateAlertAddresses',
    path: () => '/alert-addresses',
    body: () => ({ addresses: ['on-call@example.com'] }),
  },
  { id: 'updateJobSettings', path: () => '/cron-job-settings', body: () => ({ isPaused: true }) },
  { id: 'takeJob', path: () => `${kit()}/cron-jobs/${made.cronJobId}/take` },
  { id: 'deleteJob', path: () => `${kit()}/cron-jobs/${made.cronJobId}` },
  {
    id: 'createWebhook',
    path: () => `${kit()}/webhooks`,
    body: () => ({ name: 'Orders' }),
    as: people.engineer,
  },
  { id: 'updateWebhook', path: () => `${kit()}/webhooks/${made.webhookId}`, body: () => ({ name: 'Sales' }) },
  { id: 'takeWebhook', path: () => `${kit()}/webhooks/${made.webhookId}/take` },
  { id: 'replaceWebhookSecret', path: () => `${kit()}/webhooks/${made.webhookId}/secret` },
  { id: 'endPreviousWebhookSecret', path: () => `${kit()}/webhooks/${made.webhookId}/secret` },
  {
    id: 'testWebhook',
    path: () => `${kit()}/webhooks/${made.webhookId}/test`,
    body: () => ({ body: {} }),
  },
  { id: 'deleteWebhook', path: () => `${kit()}/webhooks/${made.webhookId}` },
  { id: 'deleteDropdown', path: () => `/dropdowns/${made.dropdownId}` },
  { id: 'duplicateCommand', path: () => `${kit()}/duplicate`, body: () => ({ name: 'A copy' }) },
  {
    id: 'updateInputs',
    path: () => `${kit()}/bulk-lego-instance-inputs`,
    body: () => ({ legoInstanceInputs: [{ legoInstanceInputId: things.inputId, hidden: true }] }),
  },
  { id: 'restoreRevision', path: () => `${kit()}/revisions/1/restore`, body: () => ({}) },
  { id: 'createRowDecoration', path: () => `${kit()}/decorations`, body: toOther },
  {
    id: 'updateRowDecoration',
    path: () => `${kit()}/decorations/${made.decorationId}`,
    body: () => ({ name: 'Again' }),
  },
  { id: 'deleteRowDecoration', path: () => `${kit()}/decorations/${made.decorationId}` },
  { id: 'createObjectDecoration', path: () => `${kit()}/object-decorations`, body: toOther },
  {
    id: 'updateObjectDecoration',
    path: () => `${kit()}/object-decorations/${made.objectDecorationId}`,
    body: () => ({ name: 'Again' }),
  },
  { id: 'deleteObjectDecoration', path: () => `${kit()}/object-decorations/${made.objectDecorationId}` },
  { id: 'createErrorDecoration', path: () => `${kit()}/error-decorations`, body: toOther },
  {
    id: 'deleteErrorDecoration',
    path: () => `${kit()}/error-decorations/${things.command.commandId}`,
  },
  { id: 'createFolder', path: () => '/directories', body: () => ({ name: 'Made' }) },
  { id: 'renameFolder', path: () => `/directories/${made.folderId}`, body: () => ({ name: 'Again' }) },
  { id: 'deleteFolder', path: () => `/directories/${made.folderId}` },
  {
    id: 'createCredential',
    path: () => '/creds?force=true',
    body: () => ({
      credType: 'db',
      name: 'Made',
      db: { host: 'db.invalid', databaseName: 'x', username: 'x', password: 'x' },
    }),
  },
  {
    id: 'updateCredential',
    path: () => `/creds/${made.credentialId}?force=true`,
    body: () => ({ name: 'Again' }),
  },
  { id: 'deleteCredential', path: () => `/creds/${made.credentialId}` },
  {
    id: 'updateApiAuth',
    path: () => `/creds-api/${things.apiCredentialId}`,
    body: () => ({ authType: 'bearer_token', bearerToken: 'canary' }),
  },
  { id: 'ignoreThing', path: () => '/flankignore', body: () => ({ cloudId: 'db::postgres::1::x.y()' }) },
  { id: 'unignoreThing', path: () => `/flankignore/${made.ignoreId}` },
  { id: 'shareCommand', path: () => `${kit()}/share`, body: () => ({ ...person, ...toGroup }) },
  { id: 'sendLink', path: () => `${kit()}/send_link`, body: () => person },
  {
    id: 'unshareCommandWithPerson',
    path: () => `/can/${people.member}/access/kit/${things.command.commandId}`,
  },
  { id: 'unshareCommandWithGroup', path: () => `/can/group/group-1/access/kit/${things.command.commandId}` },
  { id: 'shareFolder', path: () => `${folder()}/share`, body: () => ({ ...person, ...toGroup }) },
  { id: 'sendFolderLink', path: () => `${folder()}/send_link`, body: () => person },
  { id: 'unshareFolderWithPerson', path: () => `/can/${people.member}/access/directory/${things.folderId}` },
  { id: 'unshareFolderWithGroup', path: () => `/can/group/group-1/access/directory/${things.folderId}` },
  {
    id: 'sendGeneralEmail',
    path: () => '/send_general_email',
    as: people.member,
    body: () => ({
      toAddresses: [`${people.engineer}@example.com`],
      message: 'May I?',
      subject: 'Access',
      kitId: things.command.commandId,
    }),
  },
  { id: 'invite', path: () => '/invite', body: () => ({ recipients: [{ email: 'new@example.org' }] }) },
  {
    id: 'sendAgain',
    path: async () => {
      const { mailId } = await prisma().mailMessage.findFirstOrThrow({ where: { orgId: ORG_A } });
      await prisma().mailMessage.update({ where: { mailId }, data: { state: 'failed' } });
      return `/outbox/${mailId}/send`;
    },
  },
  { id: 'updateMember', path: () => `/members/${people.member}`, body: () => ({ role: 'admin' }) },
  { id: 'createGroup', path: () => '/groups', body: () => ({ name: 'Made' }) },
  { id: 'renameGroup', path: group, body: () => ({ name: 'Again' }) },
  { id: 'addToGroup', path: () => `${group()}/members`, body: () => ({ userIds: [people.runner] }) },
  { id: 'removeFromGroup', path: () => `${group()}/members/${people.runner}` },
  { id: 'deleteGroup', path: group },
  {
    id: 'startRun',
    path: () => '/run-async-ii',
    as: people.runner,
    body: () => ({
      runrams: { amount: 1 },
      olId: things.command.templateId,
      runId: things.runId,
      kitId: things.command.commandId,
    }),
  },
  {
    id: 'startBulkRun',
    path: () => '/run-bulk-async-ii',
    as: people.runner,
    body: () => ({ parentRunId: things.bulkRunId, kitId: things.command.commandId }),
  },
  { id: 'pauseBulkRun', path: () => `${bulk()}/pause` },
  { id: 'resumeBulkRun', path: () => `${bulk()}/resume` },
  { id: 'stopBulkRun', path: () => `${bulk()}/stop`, body: () => ({}) },
  { id: 'cancelRun', path: () => `${kit()}/runs/${things.runId}/cancel` },
  {
    id: 'sendResults',
    path: () => `/runs/${things.runId}/send`,
    body: () => ({ recipients: [{ userId: people.runner }] }),
  },
  { id: 'deleteRunResult', path: () => `${kit()}/runs/${things.runId}/result` },
  {
    id: 'answerApproval',
    path: () => `${kit()}/approvals/${things.approvalIds[0]}`,
    body: () => ({ isGranted: false, reason: 'Not today' }),
  },
  {
    id: 'withdrawApproval',
    path: () => `/approvals/${things.approvalIds[1]}/withdraw`,
    as: people.runner,
  },
  { id: 'deleteCommand', path: () => `/kits/${things.other.commandId}` },
  { id: 'restoreCommand', path: () => `/deleted-kits/${things.other.commandId}/restore` },
];

/** Everything in the database, except the log and counters, as one text per table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await sql.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in
       ('audit_event', '_prisma_migrations')`,
  );
  const held: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.query<{ held: string }>(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as held from "${name}" t`,
    );
    held[name] = row?.held ?? '';
  }
  return held;
}

const audited = () => prisma().auditEvent.count({ where: { NOT: { action: { startsWith: 'refusal' } } } });

async function make({ id, path, body, as = people.orgAdmin }: Change) {
  const operation = operations.find((each) => each.id === id);
  const given = await path();
  const target = given.startsWith('//') ? given.slice(1) : `/${ORG_A}${given}`;
  return send(operation?.method ?? 'POST', target, {
    ...(as === null ? { headers: { origin: 'http://localhost:3000', cookie: made.cookie } } : { as }),
    ...(body === undefined ? {} : { body: body() }),
  });
}

it('every operation that changes something is requested here, or names the test that covers it', () => {
  const all = operations.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect([...changes.map(({ id }) => id), ...Object.keys(CHANGES_ELSEWHERE)].sort()).toEqual(all.sort());
});

describe('S55 is recorded with its change, or not made at all', () => {
  it.each(changes)('$id', async (change) => {
    if (change.id === 'startRun') things.runId = await createRun(things.command, people.runner);
    if (change.id === 'deleteRunResult' || change.id === 'sendResults')
      things.runId = await createEndedRun(ORG_A, things.command, people.runner);
    if (change.id === 'sendAgain') await change.path();
    const before = await everything();
    await asOwner(`alter table audit_event add constraint broken check (action like 'refusal%') not valid`);
    const refused = await make(change);
    await asOwner(`alter table audit_event drop constraint broken`);
    expect(refused.status).toBe(500);
    expect(await everything()).toEqual(before);

    const count = await audited();
    const { status, body, headers } = await make(change);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(await audited()).toBeGreaterThan(count);
    expect(await everything()).not.toEqual(before);
    if (change.id === 'signInAsDemoPerson') made.cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    remember(change.id, body);
  });
});

function remember(id: string, body: unknown): void {
  const answer = body as Record<string, never>;
  if (id === 'createRowDecoration') made.decorationId = answer.decoration_id ?? 0;
  if (id === 'createObjectDecoration') made.objectDecorationId = answer.object_decoration_id ?? 0;
  if (id === 'createFolder') made.folderId = answer.directory_id ?? 0;
  if (id === 'createPreset') made.presetId = answer.preset_id ?? 0;
  if (id === 'createJobAlert') made.alertId = answer.alert_id ?? 0;
  if (id === 'createJob') made.cronJobId = answer.cron_job_id ?? 0;
  if (id === 'createWebhook') made.webhookId = answer.webhook_id ?? 0;
  if (id === 'createDropdown') made.dropdownId = answer.dropdown_id ?? 0;
  if (id === 'createCredential') made.credentialId = answer.creds_id ?? 0;
  if (id === 'createToken') made.tokenId = answer.token_id ?? '';
  if (id === 'createServiceAccount') made.serviceId = answer.user_id ?? '';
  if (id === 'createServiceToken') made.serviceTokenId = answer.token_id ?? '';
  if (id === 'createGroup') made.groupId = answer.group_id ?? '';
  if (id === 'ignoreThing') made.ignoreId = answer.ignore_id ?? 0;
}
