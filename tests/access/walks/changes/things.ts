import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { insertSession } from '@/server/people/sign-in/session';
import { registerClient } from '@/server/programs/oauth/register-client';
import { numberIn, send } from '../../../support/app/http';
import { createApproval } from '../../../support/things/approvals';
import { createError } from '../../../support/things/errors';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../../support/things/organizations';
import { people } from '../../../support/things/people';
import { giveToken } from '../../../support/things/tokens';

/** A request that changes something. */
export interface Change {
  id: string;
  /** Below the organization, or the full path if it begins with `//`. */
  path: () => string | Promise<string>;
  body?: () => object;
  /** Null if the session alone identifies the subject. */
  as?: string | null;
}

/** What the changes are made to. Later changes may replace a run. */
export let things: Awaited<ReturnType<typeof createGrantedCommands>> & {
  inputId: number;
  folderId: number;
  runId: number;
  bulkRunId: number;
  approvalIds: number[];
  errorId: number;
  apiCredentialId: number;
  githubCredentialId: number;
  /** A program that registered, and one that the admin connected. */
  clientId: string;
  appId: string;
};
/** Ids of the things that the changes create. */
export const made = {
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

/** Where the programs return to. */
export const REDIRECT = 'https://app.example/callback';

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

/** Creates what the changes are made to. Call it before the first of them. */
export async function createThings(): Promise<void> {
  await createOrganizations();
  const granted = await createGrantedCommands();
  const { commandId } = granted.command;
  const { inputId } = await prisma().commandInput.findFirstOrThrow({ where: { commandId } });
  const runId = await createEndedRun(ORG_A, granted.command, people.runner);
  const api = { credType: 'api', name: 'Api', api: { apiBaseUrl: 'https://api.invalid' } };
  const saved = await send('POST', `/${ORG_A}/creds?force=true`, { as: people.orgAdmin, body: api });
  const github = { token: 'canary', owner: 'acme', repo: 'reports' };
  const repository = { credType: 'github', name: 'Scripts', github };
  const savedRepository = await send('POST', `/${ORG_A}/creds?force=true`, {
    as: people.orgAdmin,
    body: repository,
  });
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
    errorId: await createError(ORG_A, granted.command, people.runner),
    apiCredentialId: numberIn(saved, 'creds_id'),
    githubCredentialId: numberIn(savedRepository, 'creds_id'),
    clientId,
    appId: await connectProgram(people.orgAdmin),
  };
}

/** A bulk run of the runner that has not been started. */
async function createBulk({ commandId, templateId }: MadeCommand): Promise<number> {
  const body = { olId: templateId, kitId: commandId, runramsList: [{ amount: 1 }, { amount: 2 }] };
  return numberIn(await send('POST', `/${ORG_A}/run-bulk-async-i`, { as: people.runner, body }), 'run_id');
}

/** The command that most changes are made to, below the organization. */
export const kit = () => `/kits/${things.command.commandId}`;

/** Notes the ids in the response to a change, for later ones. */
export function remember(id: string, body: unknown): void {
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
