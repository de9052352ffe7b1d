import { z } from 'zod';
import { id, none, queryNumber, textId, time, typedLabel } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

export const LONGEST_TOKEN_NAME = 100;
/** No token lives longer than a year. */
export const MOST_TOKEN_DAYS = 365;
/** A token that is copied for an afternoon's work ends by itself. */
export const COPIED_TOKEN_HOURS = 12;
/** Chosen one by one; more are better chosen by their folder. */
const MOST_CHOSEN = 200;

/** What a token may do: all that its owner may, see without changing, or see and run chosen commands. */
export const tokenScopeKind = z.enum(['everything', 'read', 'run']);

const tokenShape = {
  tokenId: ['token_id', textId],
  name: ['name', z.string()],
  /** Its last four characters; null for one of an earlier release. */
  hint: ['hint', z.string().nullable()],
  scope: ['scope', tokenScopeKind],
  /** The commands that it runs, and how many were chosen: some may be gone, or not the reader's to see. */
  commands: ['commands', z.array(resource({ commandId: ['kit_id', id], name: ['name', z.string()] }))],
  commandCount: ['command_count', z.int()],
  folders: ['directories', z.array(resource({ folderId: ['directory_id', id], name: ['name', z.string()] }))],
  folderCount: ['directory_count', z.int()],
  /** Whether its programs run commands that aren't known to be safe without a person's confirmation. */
  allowsUnasked: ['allows_unasked', z.boolean()],
  /** The only address that accepts it, for a program that was connected; null for one that works everywhere. */
  audience: ['audience', z.string().nullable()],
  createdAt: ['created_at', time],
  createdBy: ['created_by', z.string().nullable()],
  expiresAt: ['expires_at', time],
  lastUsedAt: ['last_used_at', time.nullable()],
  lastAddress: ['last_address', z.string().nullable()],
} as const;

/** A token as lists show it: everything but the token itself. */
export const token = resource(tokenShape);

/** The one response that has the token in it. */
export const freshToken = resource({ ...tokenShape, token: ['token', z.string()] });

const tokenName = typedLabel(LONGEST_TOKEN_NAME);
const tokenDays = z.int().min(1).max(MOST_TOKEN_DAYS);

export const newToken = requestBody({
  name: ['name', tokenName],
  scope: ['scope', tokenScopeKind],
  commandIds: ['kitIds', z.array(id).max(MOST_CHOSEN).optional()],
  folderIds: ['directoryIds', z.array(id).max(MOST_CHOSEN).optional()],
  allowsUnasked: ['allowsUnasked', z.boolean().optional()],
  days: ['days', tokenDays],
});

/** What may change about a token. It may lose rights, and never gain any: its secret may be in more places than its owner knows. */
export const tokenChanges = requestBody({
  name: ['name', tokenName.optional()],
  scope: ['scope', tokenScopeKind.optional()],
  commandIds: ['kitIds', z.array(id).max(MOST_CHOSEN).optional()],
  folderIds: ['directoryIds', z.array(id).max(MOST_CHOSEN).optional()],
  allowsUnasked: ['allowsUnasked', z.boolean().optional()],
  /** When it ends, counted from now. */
  days: ['days', tokenDays.optional()],
});

export const tokenPage = z.strictObject({
  page: queryNumber(0, 10_000).optional(),
  per_page: queryNumber(1, 200).optional(),
});

const ownTokens = { needs: 'signedIn', inPerson: true } as const;

export const listTokens = operation({
  id: 'listTokens',
  method: 'GET',
  effect: 'read',
  path: '/users/me/tokens',
  summary: 'The caller’s access tokens, the latest first, page by page. Not for tokens',
  permission: ownTokens,
  params: none,
  query: tokenPage,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(token) },
});

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  effect: 'change',
  path: '/users/me/tokens',
  summary: 'Creates an access token of the caller’s. Only this response has the token. Not for tokens',
  permission: ownTokens,
  params: none,
  query: none,
  body: newToken,
  answer: { kind: 'json', status: 201, schema: freshToken },
});

export const copyToken = operation({
  id: 'copyToken',
  method: 'POST',
  effect: 'change',
  path: '/users/me/tokens/copied',
  summary: 'Creates an access token that does everything for twelve hours. Not for tokens',
  permission: ownTokens,
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 201, schema: freshToken },
});

export const updateToken = operation({
  id: 'updateToken',
  method: 'PATCH',
  effect: 'change',
  path: '/users/me/tokens/{tokenId}',
  summary:
    'Renames, renews, or narrows one of the caller’s access tokens, which stays the same. Not for tokens',
  permission: ownTokens,
  params: z.strictObject({ tokenId: textId }),
  query: none,
  body: tokenChanges,
  answer: { kind: 'json', status: 200, schema: token },
});

export const revokeToken = operation({
  id: 'revokeToken',
  method: 'DELETE',
  effect: 'change',
  path: '/users/me/tokens/{tokenId}',
  summary: 'Revokes one of the caller’s access tokens, at once. Not for tokens',
  permission: ownTokens,
  params: z.strictObject({ tokenId: textId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
