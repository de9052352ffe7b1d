import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { isOwnTag } from '@/server/base/events/worker-alive';
import { kindsThatCan } from '@/server/connectors/registry';
import { nextLook } from '@/server/sources/connections/next-look';
import { isReadingFailure, look } from '@/server/sources/forecast/look-at-source';

/**
 * Looks at the source that is due the longest of those that this worker serves, whose next time is set before: one that a worker dies with isn't looked at
 * again and again. A connection without commands has nothing to break. Returns how many were looked at, which is 1 or 0.
 * Several workers may call it at once.
 */
export async function lookAtNextDue(): Promise<number> {
  const [due] = await query(
    { org_id: column.text, credential_id: column.int },
    statement`update credential k set look_due_at = ${nextLook(statement`k.look_every`)}
      from (
        select d.credential_id from credential d
        where d.look_due_at <= now() and d.deleted_at is null and ${isOwnTag(statement`d.worker_tag`)}
        order by d.look_due_at limit 1 for no key update skip locked) due
      where k.credential_id = due.credential_id
      returning k.org_id, k.credential_id`,
  );
  if (due === undefined) return 0;
  const connected = { orgId: due.org_id, credentialId: due.credential_id };
  try {
    if (await hasCommands(connected.orgId, connected.credentialId)) await look(connected);
  } catch (error) {
    // Noted with the connection, where people see it.
    if (!isReadingFailure(error)) throw error;
  }
  return 1;
}

async function hasCommands(orgId: string, credentialId: number): Promise<boolean> {
  const found = await query(
    {},
    statement`select from credential k where k.org_id = ${orgId} and k.credential_id = ${credentialId}
      and (k.for_sync or k.source_kind <> all(${kindsThatCan('discovery')}::text[]))
      and exists (
        select from template t where t.org_id = k.org_id and t.credential_id = k.credential_id and t.deleted_at is null)`,
  );
  return found.length > 0;
}
