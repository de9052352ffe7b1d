'use client';

import { Notice } from '@/components/ui/feedback/notice';
import { useFigureProgress } from '../data/use-figures';
import styles from './freshness.module.css';

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
/** Workers write this time at least every half minute. */
const LATE_MS = 2 * 60 * 1000;

/** Says until when the figures are complete. */
export function CountedUntil({ orgId }: { orgId: string }) {
  const { data, dataUpdatedAt } = useFigureProgress(orgId);
  if (data === undefined || data.percent !== null || data.countedAt === null) return null;
  const countedMs = Date.parse(data.countedAt);
  if (dataUpdatedAt - countedMs > LATE_MS) return null;
  return <p className={styles.note}>{`Counted until ${time.format(countedMs)}`}</p>;
}

/** Says loudly that the figures aren't complete. */
export function Freshness({ orgId }: { orgId: string }) {
  const { data, dataUpdatedAt } = useFigureProgress(orgId);
  if (data === undefined) return null;
  const { countedAt, percent } = data;
  if (percent !== null) {
    return (
      <Notice kind="info">
        {`Earlier runs are being counted: ${percent}% so far. Until then, all numbers are too low.`}
      </Notice>
    );
  }
  if (countedAt === null) return <Notice kind="info">Nothing has been counted yet.</Notice>;
  const countedMs = Date.parse(countedAt);
  if (dataUpdatedAt - countedMs > LATE_MS) {
    return (
      <Notice kind="info">
        {`Runs are counted until ${dayAndTime.format(countedMs)}. Is a worker running?`}
      </Notice>
    );
  }
  return null;
}
