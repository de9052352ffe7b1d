import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { sourceChange } from '@/lib/contract/sources/source-change';
import { type Sql, sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';

interface StoredChange {
  source_changed_at: Date | null;
  source_change_is_certain: boolean | null;
}

/** What a source told of a template since it was last synced; null if nothing. */
export function sourceChangeOf({
  source_changed_at: at,
  source_change_is_certain: isCertain,
}: StoredChange): z.output<typeof sourceChange> | null {
  return at === null ? null : { at: at.toISOString(), isCertain: isCertain === true };
}

/** The time as marks have it. Take it before reading a source, for `clearSourceChanges` afterward. */
export async function readingTime(db: Sql = sql): Promise<Date> {
  const [row] = await query({ now: column.time }, statement`select now()`, db);
  if (row === undefined) throw new Error('The database told no time');
  return row.now;
}

/**
 * Notes that the source has read templates' newest code. What it told after `readAt` stays: whether the code that was read
 * has that already isn't known.
 */
export async function clearSourceChanges(
  db: Sql,
  orgId: string,
  templateIds: readonly number[],
  readAt: Date,
): Promise<void> {
  if (templateIds.length === 0) return;
  await execute(
    statement`update template set source_changed_at = null, source_change_is_certain = null
      where org_id = ${orgId} and template_id in (
        select template_id from template
        where org_id = ${orgId} and template_id = any(${[...templateIds]}::int[]) and source_changed_at <= ${readAt}
        order by template_id for update)`,
    db,
  );
}

/** Marks templates as changed at their source, now. A mark that was certain stays certain. Call it in a transaction. */
export async function markSourceChanges(
  tx: Sql,
  orgId: string,
  templateIds: readonly number[],
  isCertain: boolean,
): Promise<void> {
  await execute(
    statement`update template t set source_changed_at = now(),
        source_change_is_certain = coalesce(t.source_change_is_certain, false) or ${isCertain}
      from (
        select template_id from template where org_id = ${orgId} and template_id = any(${[...templateIds]}::int[])
        order by template_id for update) marked
      where t.org_id = ${orgId} and t.template_id = marked.template_id`,
    tx,
  );
}
