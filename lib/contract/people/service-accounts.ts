import { z } from 'zod';
import { none, textId, time, typedName } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { freshToken, newToken, token, tokenChanges, tokenPage } from './tokens';

export const LONGEST_SERVICE_NAME = 100;

/** A member of an organization that only tokens can act as. */
export const serviceAccount = resource({
  userId: ['user_id', textId],
  name: ['name', z.string()],
  createdAt: ['created_at', time],
  tokenCount: ['token_count', z.int()],
  lastUsedAt: ['last_used_at', time.nullable()],
});

const inOrg = z.strictObject({ orgId: textId });
const onOne = z.strictObject({ orgId: textId, userId: textId });
const onToken = z.strictObject({ orgId: textId, userId: textId, tokenId: textId });
const manages = { needs: 'org', action: 'org.manage' } as const;
const called = requestBody({
  name: ['name', typedName(LONGEST_SERVICE_NAME)],
});

export const listServiceAccounts = operation({
  id: 'listServiceAccounts',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/service-accounts',
  summary: 'The service accounts of the organization, by name; at most a thousand',
  permission: manages,
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(serviceAccount) },
});

export const createServiceAccount = operation({
  id: 'createServiceAccount',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/service-accounts',
  summary: 'Creates a member that only tokens can act as',
  permission: manages,
  params: inOrg,
  query: none,
  body: called,
  answer: { kind: 'json', status: 201, schema: serviceAccount },
  idempotent: true,
});

export const renameServiceAccount = operation({
  id: 'renameServiceAccount',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/service-accounts/{userId}',
  summary: 'Renames a service account',
  permission: manages,
  params: onOne,
  query: none,
  body: called,
  answer: { kind: 'json', status: 200, schema: serviceAccount },
});

export const deleteServiceAccount = operation({
  id: 'deleteServiceAccount',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/service-accounts/{userId}',
  summary: 'Removes a service account and revokes its tokens; its runs stay in the history',
  permission: manages,
  params: onOne,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const listServiceTokens = operation({
  id: 'listServiceTokens',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/service-accounts/{userId}/tokens',
  summary: 'The tokens of a service account, the latest first, page by page',
  permission: manages,
  params: onOne,
  query: tokenPage,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(token) },
});

export const createServiceToken = operation({
  id: 'createServiceToken',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/service-accounts/{userId}/tokens',
  summary: 'Creates a token of a service account. Only this response has the token',
  permission: manages,
  params: onOne,
  query: none,
  body: newToken,
  answer: { kind: 'json', status: 201, schema: freshToken },
});

export const updateServiceToken = operation({
  id: 'updateServiceToken',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/service-accounts/{userId}/tokens/{tokenId}',
  summary: 'Renames, renews, or narrows a token of a service account, which stays the same',
  permission: manages,
  params: onToken,
  query: none,
  body: tokenChanges,
  answer: { kind: 'json', status: 200, schema: token },
});

export const revokeServiceToken = operation({
  id: 'revokeServiceToken',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/service-accounts/{userId}/tokens/{tokenId}',
  summary: 'Revokes a token of a service account, at once',
  permission: manages,
  params: onToken,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
