import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { deleteToken } from '@/server/people/sign-in/access-token';
import type { NewTokenOwner } from '@/server/people/tokens/make-token';

/** Revokes a token; its next request, and its open streams, are refused. Throws 404 if its owner doesn't have it. */
export async function dropToken(owner: NewTokenOwner, tokenId: string, audit: AuditSource): Promise<void> {
  await transaction(async (tx) => {
    const [token] = await query(
      { name: column.text },
      statement`select name from access_token where token_id = ${tokenId} and user_id = ${owner.userId} for update`,
      tx,
    );
    if (token === undefined || !(await deleteToken(tx, owner.userId, tokenId))) throw notFound();
    await recordAudit(tx, audit, {
      orgId: owner.orgId,
      action: 'token.revoke',
      subjectType: 'token',
      subjectId: tokenId,
      before: { name: token.name, owner: owner.userId },
    });
  });
}
