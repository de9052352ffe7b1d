'use client';

import { useQueryStates } from 'nuqs';
import { useMemo, useSyncExternalStore } from 'react';
import { dayAt } from '@/lib/figures/weeks';
import { type AnalyticsAddress, analyticsParsers, daysShown, type ShownDays } from './analytics-address';

const MINUTE_MS = 60_000;

/** The page may stay open for days, such as on a wall. */
function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  return () => clearInterval(timer);
}

/** The zone of the address, or the reader's own. */
const zoneOf = ({ zone }: AnalyticsAddress): string =>
  zone === '' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;

export interface Shown extends ShownDays {
  dropdowns: boolean;
  startup: boolean;
}

/** The page's address, and what it means: null until the reader's browser has said where it is. */
export function useAnalyticsAddress(): {
  address: AnalyticsAddress;
  shown: Shown | null;
  change: (changes: Partial<AnalyticsAddress>) => void;
} {
  const [address, setAddress] = useQueryStates(analyticsParsers);
  const today = useSyncExternalStore(
    everyMinute,
    () => dayAt(zoneOf(address), Date.now()),
    () => null,
  );
  const shown = useMemo(() => {
    if (today === null) return null;
    const { dropdowns, startup } = address;
    return { ...daysShown(address, zoneOf(address), today), dropdowns, startup };
  }, [address, today]);
  return { address, shown, change: (changes) => void setAddress(changes) };
}
