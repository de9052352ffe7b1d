import statement from 'sql-template-tag';
import { issuerOf } from '@/lib/access/through';
import type { Person, TokenScope } from '@/lib/access/vocabulary';
import type { BodyOf } from '@/lib/contract/operation';
import type { createToken } from '@/lib/contract/people/tokens';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, invalidAt } from '@/server/base/errors';
import { insertToken } from '@/server/people/sign-in/access-token';
import { refuseUnknownThings } from '@/server/people/tokens/chosen-things';
import { readTokenOf, type Token, type TokenOwner } from '@/server/people/tokens/token-rows';

/** As many valid tokens as one owner may have. */
export const MOST_TOKENS = 100;

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A token to make, as a person describes it. */
export type WantedToken = BodyOf<typeof createToken>;

/** Whose token it is, and where it belongs: a person's own belongs to no organization. */
export interface NewTokenOwner extends TokenOwner {
  orgId: string | null;
}

/**
 * Makes a token and returns it once. Throws 400 if it is for a command or folder that the actor doesn't have.
 *
 * @param actor who makes it: its owner, or an admin of a service account's organization
 */
export async function makeToken(
  actor: Person,
  owner: NewTokenOwner,
  wanted: WantedToken,
  audit: AuditSource,
): Promise<Token & { token: string }> {
  const scope = scopeOf(wanted);
  if (scope.kind === 'run') await refuseUnknownThings(actor, owner.orgId, scope);
  return insertFor(
    actor,
    owner,
    {
      name: wanted.name,
      scope,
      allowsUnasked: wanted.allowsUnasked ?? false,
      lifetimeMs: wanted.days * DAY_MS,
    },
    audit,
  );
}

/** What a token may do, from what a person chose. Throws 400 if the choices don't fit together. */
export function scopeOf({
  scope,
  commandIds = [],
  folderIds = [],
}: Pick<WantedToken, 'scope' | 'commandIds' | 'folderIds'>): TokenScope {
  const isChosen = commandIds.length + folderIds.length > 0;
  if (scope !== 'run') {
    if (isChosen) throw invalidAt('scope', 'Only tokens that run chosen commands name commands and folders.');
    return { kind: scope };
  }
  if (!isChosen) throw invalidAt('kitIds', 'Choose at least one command or folder.');
  return { kind: 'run', commandIds: [...new Set(commandIds)], folderIds: [...new Set(folderIds)] };
}

interface Terms {
  name: string;
  scope: TokenScope;
  allowsUnasked: boolean;
  lifetimeMs: number;
}

/** Makes a token on these terms. Throws 409 if its owner has too many. */
export async function insertFor(
  actor: Person,
  { userId, orgId }: NewTokenOwner,
  { name, scope, allowsUnasked, lifetimeMs }: Terms,
  audit: AuditSource,
): Promise<Token & { token: string }> {
  const expiresAt = new Date(clock.nowMs() + lifetimeMs);
  const made = await transaction(async (tx) => {
    await refuseTooMany(tx, userId);
    const fresh = await insertToken(tx, {
      userId,
      name,
      scope,
      allowsUnasked,
      // A service account's tokens are the organization's: they don't depend on how their maker signed in.
      issuer: orgId === null ? issuerOf(actor.through) : null,
      audience: null,
      createdByUserId: actor.userId,
      expiresAt,
    });
    await recordAudit(tx, audit, {
      orgId,
      action: 'token.create',
      subjectType: 'token',
      subjectId: fresh.tokenId,
      after: { name, scope: auditedScope(scope), owner: userId, expires_at: expiresAt.toISOString() },
    });
    return fresh;
  });
  return { ...(await readTokenOf(actor, { userId }, made.tokenId)), token: made.token };
}

/** A scope as the audit log has it. */
export const auditedScope = (scope: TokenScope) =>
  scope.kind === 'run'
    ? { kind: scope.kind, kit_ids: [...scope.commandIds], directory_ids: [...scope.folderIds] }
    : scope.kind;

/** Locks the owner, so that two requests can't both make the last one. */
async function refuseTooMany(tx: Sql, userId: string): Promise<void> {
  await query({}, statement`select from "user" where user_id = ${userId} for no key update`, tx);
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int as count from access_token
     where user_id = ${userId} and expires_at > ${clock.now()}`,
    tx,
  );
  if ((row?.count ?? 0) < MOST_TOKENS) return;
  throw new AppError('conflict', `There are ${MOST_TOKENS} tokens already. Revoke one that is not used.`);
}
