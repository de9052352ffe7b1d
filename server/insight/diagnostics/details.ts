import statement from 'sql-template-tag';
import { decideOnServerDetails } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import { column, query } from '@/server/base/database/statements';
import { isDemoMode } from '@/server/base/demo-mode';

/** Whether a caller sees more of the server's services than whether they respond. */
export async function seesDetails(actor: Actor, isOperator: boolean): Promise<boolean> {
  if (isOperator) return true;
  if (actor.kind === 'signedOut') return false;
  const orgIds = actor.memberships.flatMap(({ orgId, role }) => (role === 'admin' ? orgId : []));
  if (orgIds.length === 0) return false;
  const sandboxes = await sandboxesAmong(orgIds);
  return decideOnServerDetails(actor, (orgId) => sandboxes.has(orgId)) === 'allowed';
}

/** In demo mode, which anyone on this machine may use as anyone, a sandbox is an organization like others. */
async function sandboxesAmong(orgIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (isDemoMode()) return new Set();
  const rows = await query(
    { org_id: column.text },
    statement`select org_id from org where org_id = any(${orgIds}::text[]) and is_sandbox`,
  );
  return new Set(rows.map(({ org_id }) => org_id));
}
