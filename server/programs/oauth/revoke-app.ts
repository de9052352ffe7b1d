import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

const ENDED = { user_id: column.text, name: column.text };

/** Ends a connection whose code or refresh token came twice, for good: nobody can tell which of the two was the thief. */
export async function revokeReused(tx: Sql, tokenId: string, audit: AuditSource): Promise<void> {
  const [ended] = await query(
    ENDED,
    statement`delete from access_token where token_id = ${tokenId} returning user_id, name`,
    tx,
  );
  if (ended === undefined) return;
  await recordAudit(
    tx,
    { ...audit, actorUserId: ended.user_id },
    {
      orgId: null,
      action: 'app.reuse',
      subjectType: 'token',
      subjectId: tokenId,
      before: { name: ended.name },
    },
  );
}
