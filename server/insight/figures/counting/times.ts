import statement, { join, raw, type Sql as Statement } from 'sql-template-tag';
import { timeOfBucket } from '@/lib/figures/time-buckets';
import { column } from '@/server/base/database/statements';

/** The columns of `percentileBuckets`: the buckets of the median and of the 95th percentile, null without such runs. */
export const PERCENTILES = {
  taken_50: column.int.nullable(),
  taken_95: column.int.nullable(),
  waited_50: column.int.nullable(),
  waited_95: column.int.nullable(),
};

const KINDS = ['taken', 'waited'] as const;
const SHARES = [50, 95] as const;

/**
 * SELECTs the percentiles of times by key.
 *
 * @param times SELECTs key, bucket, taken, and waited, each bucket of a key once
 */
export const percentileBuckets = (times: Statement): Statement => statement`
  select key, ${join(
    KINDS.flatMap((kind) =>
      SHARES.map((share) =>
        raw(
          `min(bucket) filter (where ${kind} > 0 and ${kind}_below * 100 >= ${share} * ${kind}_all)::int as ${kind}_${share}`,
        ),
      ),
    ),
  )}
  from (
    select key, bucket, taken, waited, ${join(
      KINDS.map((kind) =>
        raw(`sum(${kind}) over (partition by key order by bucket) as ${kind}_below,
          sum(${kind}) over (partition by key) as ${kind}_all`),
      ),
    )}
    from (${times}) times
  ) running
  group by key`;

const msOf = (bucket: number | null): number | null =>
  bucket === null ? null : Math.round(timeOfBucket(bucket));

interface PercentileRow {
  taken_50: number | null;
  taken_95: number | null;
  waited_50: number | null;
  waited_95: number | null;
}

/** The times of a row, in milliseconds. */
export const timesOf = ({ taken_50, taken_95, waited_50, waited_95 }: PercentileRow) => ({
  takenMedianMs: msOf(taken_50),
  taken95Ms: msOf(taken_95),
  waitedMedianMs: msOf(waited_50),
  waited95Ms: msOf(waited_95),
});
