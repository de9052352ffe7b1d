import statement from 'sql-template-tag';
import type { Person, TokenScope } from '@/lib/access/vocabulary';
import type { BodyOf } from '@/lib/contract/operation';
import type { updateToken } from '@/lib/contract/people/tokens';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, invalidAt, notFound } from '@/server/base/errors';
import { refuseUnknownThings } from '@/server/people/tokens/chosen-things';
import { auditedScope, DAY_MS, type NewTokenOwner, scopeOf } from '@/server/people/tokens/make-token';
import { readTokenOf, type Token, type TokenOwner } from '@/server/people/tokens/token-rows';

type Changes = BodyOf<typeof updateToken>;

interface Terms {
  name: string;
  scope: TokenScope;
  allowsUnasked: boolean;
  expiresAt: Date;
}

/**
 * Renames a token, renews it, or takes rights away from it. The secret stays the same. Throws 404 if its owner doesn't have
 * it, 409 if it has expired, and 400 for rights that it doesn't have.
 *
 * @param actor who changes it: its owner, or an admin of a service account's organization
 */
export async function changeToken(
  actor: Person,
  owner: NewTokenOwner,
  tokenId: string,
  changes: Changes,
  audit: AuditSource,
): Promise<Token> {
  await refuseUnknownChoice(actor, owner, tokenId, changes);
  await transaction(async (tx) => {
    const before = await holdToken(tx, owner, tokenId);
    const now = clock.nowMs();
    if (before.expiresAt.getTime() <= now) {
      throw new AppError('conflict', 'This token has expired. Create a new one.');
    }
    const after: Terms = {
      name: changes.name ?? before.name,
      scope: narrowed(before.scope, changes),
      allowsUnasked: changes.allowsUnasked ?? before.allowsUnasked,
      expiresAt: changes.days === undefined ? before.expiresAt : new Date(now + changes.days * DAY_MS),
    };
    if (after.allowsUnasked && !before.allowsUnasked) throw moreRights('allowsUnasked');
    const [was, is] = [auditedTerms(before), auditedTerms(after)];
    if (JSON.stringify(was) === JSON.stringify(is)) return;
    await execute(
      statement`update access_token set name = ${after.name}, scope = ${JSON.stringify(after.scope)}::jsonb,
         allows_unasked = ${after.allowsUnasked}, expires_at = ${after.expiresAt}
       where token_id = ${tokenId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId: owner.orgId,
      action: 'token.update',
      subjectType: 'token',
      subjectId: tokenId,
      before: { ...was, owner: owner.userId },
      after: { ...is, owner: owner.userId },
    });
  });
  return readTokenOf(actor, owner, tokenId);
}

/** Locks a token of an owner. A connected program renews its own, which has a list of its own. */
async function holdToken(tx: Sql, { userId }: TokenOwner, tokenId: string): Promise<Terms> {
  const [row] = await query(
    {
      name: column.text,
      scope: column.json<TokenScope>(),
      allows_unasked: column.boolean,
      expires_at: column.time,
    },
    statement`select t.name, t.scope, t.allows_unasked, t.expires_at from access_token t
     where t.token_id = ${tokenId} and t.user_id = ${userId}
       and not exists (select from oauth_grant g where g.token_id = t.token_id)
     for update`,
    tx,
  );
  if (row === undefined) throw notFound();
  return {
    name: row.name,
    scope: row.scope,
    allowsUnasked: row.allows_unasked,
    expiresAt: row.expires_at,
  };
}

/**
 * Throws 400 if the actor narrows a token to a command or folder that they don't have. One that the token already names
 * is not checked: it may have been deleted, or the actor may have lost access to it.
 */
async function refuseUnknownChoice(
  actor: Person,
  owner: NewTokenOwner,
  tokenId: string,
  changes: Changes,
): Promise<void> {
  if (changes.scope !== 'run') return;
  const { scope } = await readTokenOf(actor, owner, tokenId);
  if (scope === 'run') return;
  const { commandIds = [], folderIds = [] } = changes;
  await refuseUnknownThings(actor, owner.orgId, { commandIds, folderIds });
}

/** The scope that a token has from now on. Throws 400 if that is more than it has. */
function narrowed(before: TokenScope, { scope, commandIds, folderIds }: Changes): TokenScope {
  if (scope === undefined && commandIds === undefined && folderIds === undefined) return before;
  const after = scopeOf({ scope: scope ?? before.kind, commandIds, folderIds });
  if (!isWithin(after, before)) throw moreRights('scope');
  return after;
}

/** Whether a scope allows nothing that another one doesn't. */
function isWithin(scope: TokenScope, other: TokenScope): boolean {
  if (other.kind === 'everything') return true;
  if (scope.kind !== 'run' || other.kind !== 'run') return scope.kind === other.kind;
  return (
    scope.commandIds.every((id) => other.commandIds.includes(id)) &&
    scope.folderIds.every((id) => other.folderIds.includes(id))
  );
}

function moreRights(path: string): AppError {
  const message = 'A token can lose rights, but not gain any. Create a new one.';
  return invalidAt(path, message);
}

const auditedTerms = ({ name, scope, allowsUnasked, expiresAt }: Terms) => ({
  name,
  scope: auditedScope(scope),
  allows_unasked: allowsUnasked,
  expires_at: expiresAt.toISOString(),
});
