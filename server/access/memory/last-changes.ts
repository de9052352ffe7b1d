import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { recalledAsOf } from '@/server/access/memory/remembered-actors';

/**
 * What changed last of an organization and a person, as a text: as long as it is the same, so is all that the start of a
 * run reads of them (decision 0560). Read it in the statement that reads what is remembered.
 *
 * @param orgId, userId their ids, or SQL expressions of them
 */
export const lastChanges = (orgId: unknown, userId: unknown): Statement => statement`(
  select coalesce(string_agg(change_id::text, ' ' order by change_id), '') from last_change
  where of_id in (${orgId}, ${userId}))`;

/** A condition for `relyingOn`: nothing has changed since an actor was remembered; null for one who was just read. */
export function unchangedSince(actor: Person, orgId: string): Statement | null {
  const asOf = recalledAsOf(actor);
  return asOf === null ? null : statement`${lastChanges(orgId, actor.userId)} = ${asOf}`;
}
