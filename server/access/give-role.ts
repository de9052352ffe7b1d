import statement, { raw } from 'sql-template-tag';
import type { AccessRole } from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';

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

/** The names of a grant's table and columns. They never come from a request. */
function names(shared: Shared, holder: Holder) {
  const holderWord = holder.kind === 'person' ? 'user' : 'group';
  return {
    table: `${shared.kind}_${holderWord}_grant`,
    subject: `${shared.kind}_id`,
    holder: `${holderWord}_id`,
  };
}

/**
 * Locks a command or folder until the transaction ends, so that changes of its grants happen one after another: each
 * sees the result of the one before, and no two deadlock.
 */
export async function lockShared(tx: Sql, { kind, orgId, id }: Shared): Promise<void> {
  await query(
    {},
    statement`select from ${raw(kind)} where org_id = ${orgId} and ${raw(kind)}_id = ${id} for no key update`,
    tx,
  );
}

/** Gives a role, or changes it. Returns the previous role; null if there was none. */
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

/** Gives a role to a holder who doesn't have one. Returns whether it was given. */
export async function giveFirstRole(
  tx: Sql,
  shared: Shared,
  holder: Holder,
  role: AccessRole,
): Promise<boolean> {
  const name = names(shared, holder);
  const given = await query(
    { org_id: column.text },
    statement`insert into ${raw(name.table)} (org_id, ${raw(name.subject)}, ${raw(name.holder)}, role)
      values (${shared.orgId}, ${shared.id}, ${holder.id}, ${role}::access_role)
     on conflict do nothing returning org_id`,
    tx,
  );
  return given.length === 1;
}

/** Revokes a role. Returns it; null if there was none. */
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
