import type { AccessRole } from '@/lib/access/vocabulary';
import type { Sql } from '@/server/db';

/** What can be shared. */
export interface Shared {
  kind: 'command' | 'folder';
  orgId: string;
  id: number;
}

/** Who can be given a role. */
export interface Holder {
  kind: 'person' | 'group';
  id: string;
}

/** The names that a grant's table and columns have; never anything that came with a request. */
function names(shared: Shared, holder: Holder) {
  const holderWord = holder.kind === 'person' ? 'user' : 'group';
  return {
    table: `${shared.kind}_${holderWord}_grant`,
    subject: `${shared.kind}_id`,
    holder: `${holderWord}_id`,
  };
}

/**
 * Holds a command or folder until the transaction ends, so that changes of who has it come one after the other:
 * each sees what the one before left, and none waits for another that waits for it.
 */
export async function lockShared(tx: Sql, { kind, orgId, id }: Shared): Promise<void> {
  await tx.query(`select 1 from ${kind} where org_id = $1 and ${kind}_id = $2 for no key update`, [
    orgId,
    id,
  ]);
}

/** Gives a role, or another one than before. Answers the role before; null where there was none. */
export async function giveRole(
  tx: Sql,
  shared: Shared,
  holder: Holder,
  role: AccessRole,
): Promise<AccessRole | null> {
  const name = names(shared, holder);
  const [before] = await tx.query<{ role: AccessRole }>(
    `select role from ${name.table} where org_id = $1 and ${name.subject} = $2 and ${name.holder} = $3 for update`,
    [shared.orgId, shared.id, holder.id],
  );
  await tx.query(
    `insert into ${name.table} (org_id, ${name.subject}, ${name.holder}, role) values ($1, $2, $3, $4::access_role)
     on conflict (org_id, ${name.subject}, ${name.holder}) do update set role = excluded.role`,
    [shared.orgId, shared.id, holder.id, role],
  );
  return before?.role ?? null;
}

/** Takes a role back. Answers what it was; null where there was none. */
export async function takeRole(tx: Sql, shared: Shared, holder: Holder): Promise<AccessRole | null> {
  const name = names(shared, holder);
  const [row] = await tx.query<{ role: AccessRole }>(
    `delete from ${name.table} where org_id = $1 and ${name.subject} = $2 and ${name.holder} = $3 returning role`,
    [shared.orgId, shared.id, holder.id],
  );
  return row?.role ?? null;
}
