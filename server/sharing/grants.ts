import statement, { raw } from 'sql-template-tag';
import type { AccessRole } from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import type { Sql } from '@/server/db';
import { execute, query } from '@/server/statements';

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
export async function holdShared(tx: Sql, { kind, orgId, id }: Shared): Promise<void> {
  await query(
    {},
    statement`select from ${raw(kind)} where org_id = ${orgId} and ${raw(kind)}_id = ${id} for no key update`,
    tx,
  );
}

/** Gives a role, or another one than before. Answers the role before; null where there was none. */
export async function giveRole(
  tx: Sql,
  shared: Shared,
  holder: Holder,
  role: AccessRole,
): Promise<AccessRole | null> {
  const name = names(shared, holder);
  const [before] = await query(
    { role: accessColumn.role },
    statement`select role from ${raw(name.table)} where org_id = ${shared.orgId}
      and ${raw(name.subject)} = ${shared.id} and ${raw(name.holder)} = ${holder.id} for update`,
    tx,
  );
  await execute(
    statement`insert into ${raw(name.table)} (org_id, ${raw(name.subject)}, ${raw(name.holder)}, role)
      values (${shared.orgId}, ${shared.id}, ${holder.id}, ${role}::access_role)
     on conflict (org_id, ${raw(name.subject)}, ${raw(name.holder)}) do update set role = excluded.role`,
    tx,
  );
  return before?.role ?? null;
}

/** Takes a role back. Answers what it was; null where there was none. */
export async function takeRole(tx: Sql, shared: Shared, holder: Holder): Promise<AccessRole | null> {
  const name = names(shared, holder);
  const [row] = await query(
    { role: accessColumn.role },
    statement`delete from ${raw(name.table)} where org_id = ${shared.orgId} and ${raw(name.subject)} = ${shared.id}
      and ${raw(name.holder)} = ${holder.id} returning role`,
    tx,
  );
  return row?.role ?? null;
}
