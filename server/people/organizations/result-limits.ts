import statement, { type Sql as Statement } from 'sql-template-tag';
import type { readResultLimits as readResultLimitsOperation } from '@/lib/contract/people/orgs';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { invalidAt, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

/**
 * After how many days the results of the organization `org` are deleted, in SQL: the shorter of its own time and this
 * Pushboard's. Null if neither is set, and results are kept.
 */
export const retentionDays = (): Statement =>
  statement`least(org.result_retention_days, ${env().resultRetentionDays}::int)`;

/** How much an organization's results take in all stores, and how much they may take, both in bytes. */
export async function resultUsage(orgId: string): Promise<{ keptBytes: number; quotaBytes: number }> {
  const [row] = await query(
    { size_bytes: column.int, result_quota_mb: column.int.nullable() },
    statement`select coalesce(u.size_bytes, 0) as size_bytes, org.result_quota_mb
     from org left join result_usage u on u.org_id = org.org_id where org.org_id = ${orgId}`,
  );
  const ownBytes = (row?.result_quota_mb ?? Number.POSITIVE_INFINITY) * 1_000_000;
  return {
    keptBytes: row?.size_bytes ?? 0,
    quotaBytes: Math.min(ownBytes, env().resultQuotaBytes),
  };
}

/** Returns an organization's own limits, the limits of this Pushboard, and how much the results take now. */
export async function readResultLimits({ subject: { orgId } }: Context<typeof readResultLimitsOperation>) {
  const [row] = await query(
    {
      result_retention_days: column.int.nullable(),
      result_quota_mb: column.int.nullable(),
      csv_byte_order_mark: column.boolean,
    },
    statement`select result_retention_days, result_quota_mb, csv_byte_order_mark from org where org_id = ${orgId}`,
  );
  if (row === undefined) throw notFound();
  const { keptBytes } = await resultUsage(orgId);
  return {
    retentionDays: row.result_retention_days,
    quotaMb: row.result_quota_mb,
    longestRetentionDays: env().resultRetentionDays,
    largestQuotaMb: largestQuotaMb(),
    runRetentionDays: env().runRetentionDays,
    usedBytes: keptBytes,
    csvByteOrderMark: row.csv_byte_order_mark,
  };
}

const largestQuotaMb = (): number => env().resultQuotaBytes / 1_000_000;

interface Limits {
  resultRetentionDays?: number | null | undefined;
  resultQuotaMb?: number | null | undefined;
}

/** Throws 400 for a limit beyond that of this Pushboard, which would have no effect. */
export function refuseBeyondOurs({ resultRetentionDays, resultQuotaMb }: Limits): void {
  const longest = env().resultRetentionDays;
  if (longest !== null && resultRetentionDays != null && resultRetentionDays > longest) {
    throw invalidAt('resultRetentionDays', `This Pushboard keeps results for at most ${longest} days.`);
  }
  if (resultQuotaMb != null && resultQuotaMb > largestQuotaMb()) {
    throw invalidAt(
      'resultQuotaMb',
      `This Pushboard keeps at most ${largestQuotaMb()} MB of results for an organization.`,
    );
  }
}
