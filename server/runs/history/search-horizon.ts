import statement from 'sql-template-tag';
import { adHocSql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { isIndexed } from '@/server/runs/history/common-values';
import type { RunFilters } from '@/server/runs/history/run-filters';
import { runQuery } from '@/server/runs/history/run-query';
import type { RunScope } from '@/server/runs/history/run-scope';

/** Returns whether a search needs to read the values of each run because no index helps. */
function isUnindexed({ texts }: RunFilters): boolean {
  return texts.some(({ field, text }) => (field === 'runrams' || field === 'search') && !isIndexed(text));
}

/**
 * Returns how far back a search without an index looks: the time of the last of the newest `depth` runs that match
 * everything but the texts. Null if it looks at all of them.
 */
export async function searchHorizon(
  orgId: string,
  filters: RunFilters,
  scope: RunScope,
  depth: number,
): Promise<Date | null> {
  if (!isUnindexed(filters)) return null;
  const newest = runQuery(orgId, filters, scope).horizon(depth);
  const [last, older] = await query({ created_at: column.time }, newest, adHocSql);
  return older === undefined ? null : (last?.created_at ?? null);
}

/** The filters of a search that looks back only to the horizon. */
export function untilHorizon(filters: RunFilters, horizon: Date | null): RunFilters {
  if (horizon === null) return filters;
  const notOlder = statement`r.created_at >= ${horizon.toISOString()}::timestamptz`;
  return { ...filters, conditions: [...filters.conditions, notOlder] };
}
