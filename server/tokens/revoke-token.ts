import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { notFound } from '@/server/errors';
import { deleteToken } from '@/server/identity/access-token';
import { column, query } from '@/server/statements';
import type { NewTokenOwner } from '@/server/tokens/make-token';

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
