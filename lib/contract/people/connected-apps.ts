import { z } from 'zod';
import { id, none, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { tokenScopeKind } from './tokens';

/** A program that a person connected, with what it may do. */
export const connectedApp = resource({
  /** Of its token; not a secret. */
  appId: ['app_id', textId],
  /** What the program calls itself. */
  name: ['name', z.string()],
  /** Where its codes were sent: a host, or a scheme of the person's device. */
  place: ['place', z.string()],
  scope: ['scope', tokenScopeKind],
  commandCount: ['command_count', z.int()],
  folderCount: ['directory_count', z.int()],
  allowsUnasked: ['allows_unasked', z.boolean()],
  connectedAt: ['connected_at', time],
  lastUsedAt: ['last_used_at', time.nullable()],
  lastAddress: ['last_address', z.string().nullable()],
});

/** The limit for a person's connected programs. */
export const MOST_CONNECTED_APPS = 100;

const ownApps = { needs: 'signedIn', inPerson: true } as const;

export const listConnectedApps = operation({
  id: 'listConnectedApps',
  method: 'GET',
  effect: 'read',
  path: '/users/me/connected-apps',
  summary: 'The programs that the caller connected, the latest first. Not for tokens',
  permission: ownApps,
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(connectedApp) },
});

/** Why a connection ended without its person: what renews it came twice, so someone else has it, too. */
export const endedApp = resource({
  appId: ['app_id', textId],
  name: ['name', z.string()],
  endedAt: ['ended_at', time],
});

/** For so long, a connection that ended is listed. */
export const ENDED_FOR_DAYS = 30;

export const listEndedApps = operation({
  id: 'listEndedApps',
  method: 'GET',
  effect: 'read',
  path: '/users/me/connected-apps/ended',
  summary: `The programs that Pushboard disconnected from the caller in the last ${ENDED_FOR_DAYS} days, because a code or refresh token of theirs was used twice; those connected again are left out. Not for tokens`,
  permission: ownApps,
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(endedApp) },
});

const shortText = z.string().max(2000);

export const connectApp = operation({
  id: 'connectApp',
  method: 'POST',
  effect: 'change',
  path: '/users/me/connected-apps',
  summary: 'Lets a program act for the caller within a scope, as its page of consent asks. Not for tokens',
  permission: ownApps,
  params: none,
  query: none,
  body: requestBody({
    clientId: ['clientId', shortText],
    redirectUri: ['redirectUri', shortText],
    codeChallenge: ['codeChallenge', shortText],
    resource: ['resource', shortText.nullable()],
    state: ['state', shortText.nullable()],
    scope: ['scope', tokenScopeKind],
    commandIds: ['kitIds', z.array(id).max(200).optional()],
    folderIds: ['directoryIds', z.array(id).max(200).optional()],
    allowsUnasked: ['allowsUnasked', z.boolean()],
  }),
  answer: {
    kind: 'json',
    status: 200,
    /** Where to send the browser, with the code. */
    schema: resource({ redirectTo: ['redirect_to', z.string()] }),
  },
});

export const revokeConnectedApp = operation({
  id: 'revokeConnectedApp',
  method: 'DELETE',
  effect: 'change',
  path: '/users/me/connected-apps/{appId}',
  summary: 'Disconnects a program of the caller’s, at once. Not for tokens',
  permission: ownApps,
  params: z.strictObject({ appId: textId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
