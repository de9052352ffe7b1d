import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { freeResultBytes } from '@/server/http/metrics/read-counts';
import { bytes, deservesALook, fact, isBroken, isWell, type ServerChecker } from './server-finding';

const NEARLY_FULL = 0.9;

const deletedAfter = (days: number | null): string => (days === null ? 'never' : counted(days, 'day'));

/** How much results take, whether there is room for more, and how long they are kept. */
export const checkResults: ServerChecker = async () => {
  const { resultStore, resultQuotaBytes, freeSpaceBytes, resultLimitBytes } = env();
  const { resultRetentionDays, runRetentionDays } = env();
  const [row] = await query(
    {
      taken: column.int,
      orgs: column.int,
      nearly_full: column.int,
      shorter: column.int,
      stores: column.int,
      oldest_run: column.text.nullable(),
    },
    statement`select coalesce(sum(u.size_bytes), 0)::int8 as taken, count(*)::int as orgs,
      count(*) filter (where u.size_bytes >= ${NEARLY_FULL}::float8
        * least(${resultQuotaBytes}::int8, coalesce(o.result_quota_mb, 999999999)::int8 * 1000000))::int as nearly_full,
      count(*) filter (where o.result_retention_days is not null)::int as shorter,
      (select count(*)::int from result_store) as stores,
      (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') from run order by run_id limit 1) as oldest_run
      from org o left join result_usage u on u.org_id = o.org_id`,
  );
  if (row === undefined) throw new Error('There was no row of sizes');
  const freeBytes = await freeResultBytes();
  const isOnDisk = resultStore === null;
  const more = {
    facts: [
      fact('Store', isOnDisk ? 'disk' : resultStore.kind),
      fact('Stores that results were ever kept in, besides the disk', row.stores),
      fact('Taken by results', bytes(row.taken)),
      fact('Free on the disk of RESULTS_DIR', freeBytes === null ? 'unknown' : bytes(freeBytes)),
      fact('Kept free', bytes(freeSpaceBytes)),
      fact('Most for one organization', bytes(resultQuotaBytes)),
      fact('Most for one result', bytes(resultLimitBytes)),
      fact('Deleted after', deletedAfter(resultRetentionDays)),
      fact('Runs are deleted after', deletedAfter(runRetentionDays)),
      fact('Oldest run', row.oldest_run ?? 'none'),
      fact('Organizations with a shorter time of their own', row.shorter),
      fact('Organizations that have used 90% of their space', row.nearly_full),
    ],
  };
  if (isOnDisk && freeBytes !== null && freeBytes < freeSpaceBytes) {
    return isBroken('The disk of results is full: new results are refused. Free up space.', more);
  }
  if (isOnDisk && freeBytes !== null && freeBytes < 2 * freeSpaceBytes) {
    return deservesALook(`Only ${bytes(freeBytes)} are free on the disk of results.`, more);
  }
  if (row.nearly_full > 0) {
    const who = counted(row.nearly_full, 'organization has', 'organizations have');
    return deservesALook(`${who} used 90% of the space for results.`, more);
  }
  return isWell(`${bytes(row.taken)} of results, and room for more.`, more);
};
