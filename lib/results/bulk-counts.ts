import { countRows, formatCount } from './table/row-counts';

/** How the rows of a bulk run ended, or did so far. */
export interface BulkCounts {
  total: number;
  /** Without those that were canceled. */
  failed: number;
  canceled: number;
}

/**
 * Such as “30 rows”, “20 of 30 rows succeeded, 10 failed”, “20 of 30 rows succeeded, 8 failed, 2 canceled”. Until the last
 * row has ended only what failed is known: “10 of 30 rows failed”.
 */
export function bulkCountsText({ total, failed, canceled }: BulkCounts, hasEnded: boolean): string {
  const rows = countRows(total);
  if (failed + canceled === 0) return rows;
  const canceledText = canceled === 0 ? '' : `, ${formatCount(canceled)} canceled`;
  if (hasEnded) {
    const failedText = failed === 0 ? '' : `, ${formatCount(failed)} failed`;
    return `${formatCount(total - failed - canceled)} of ${rows} succeeded${failedText}${canceledText}`;
  }
  if (failed === 0) return `${formatCount(canceled)} of ${rows} canceled`;
  return `${formatCount(failed)} of ${rows} failed${canceledText}`;
}

interface Summary {
  bulkRows: number | null;
  bulkFailed: number | null;
  bulkCanceled: number | null;
}

/** The counts of a listed run; null unless it is a bulk run. */
export const bulkCountsOf = ({ bulkRows, bulkFailed, bulkCanceled }: Summary): BulkCounts | null =>
  bulkRows === null ? null : { total: bulkRows, failed: bulkFailed ?? 0, canceled: bulkCanceled ?? 0 };

/** The counts of a bulk run in progress, whose failures include what was canceled. */
export const bulkCountsIn = (progress: { total: number; failure: number; canceled: number }): BulkCounts => ({
  total: progress.total,
  failed: progress.failure - progress.canceled,
  canceled: progress.canceled,
});

/** The rows without a result, such as “15 failed and 2 canceled rows”; null for none. */
export function leftOutWords({ failed, canceled }: Omit<BulkCounts, 'total'>): string | null {
  const counted = [
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(canceled > 0 ? [`${formatCount(canceled)} canceled`] : []),
  ];
  if (counted.length === 0) return null;
  return `${counted.join(' and ')} ${failed + canceled === 1 ? 'row' : 'rows'}`;
}
