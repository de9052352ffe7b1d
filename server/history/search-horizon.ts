import statement from 'sql-template-tag';
import { adHocSql } from '@/server/db';
import type { RunFilters } from '@/server/history/run-filters';
import { runQuery } from '@/server/history/run-query';
import type { RunScope } from '@/server/history/run-scope';
import { column, query } from '@/server/statements';

/** What the index of values needs of a text. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

/** Whether a text is looked for among values that no index helps to find: each run's own have to be read. */
function isUnindexed({ texts }: RunFilters): boolean {
  return texts.some(
    ({ field, text }) => (field === 'runrams' || field === 'search') && !INDEXED_TEXT.test(text),
  );
}

/**
 * How far back a search looks that no index helps: when the last of the newest `depth` runs was asked for that fit
 * but for the texts. Null where it looks at all of them.
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

/** The filters of a search that looks no further back. */
export function untilHorizon(filters: RunFilters, horizon: Date | null): RunFilters {
  if (horizon === null) return filters;
  const notOlder = statement`r.created_at >= ${horizon.toISOString()}::timestamptz`;
  return { ...filters, conditions: [...filters.conditions, notOlder] };
}
