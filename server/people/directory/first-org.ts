import statement from 'sql-template-tag';
import type { AuditSource } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { requireDirectory } from '@/server/people/directory/settings';
import { insertOrg } from '@/server/people/organizations/insert-org';

/**
 * Returns the organizations that are synced with the directory. Where there is none yet, it is the only organization
 * that there is, or else a new one: nobody could sign in to create it.
 */
export function directoryOrgs(audit: AuditSource): Promise<string[]> {
  return transaction(async (tx) => {
    const ORG = { org_id: column.text };
    const find = () => query(ORG, statement`select org_id from directory order by org_id`, tx);
    const known = await find();
    if (known.length > 0) return known.map((row) => row.org_id);
    await query({ locked: column.text }, statement`select pg_advisory_xact_lock(7003)::text as locked`, tx);
    const meanwhile = await find();
    if (meanwhile.length > 0) return meanwhile.map((row) => row.org_id);
    const [only, ...others] = await query(
      ORG,
      statement`select org_id from org where not is_sandbox order by org_id limit 2`,
      tx,
    );
    const orgId =
      only !== undefined && others.length === 0
        ? only.org_id
        : await insertOrg(tx, audit, null, requireDirectory().orgName);
    await execute(statement`insert into directory (org_id) values (${orgId})`, tx);
    return [orgId];
  });
}
