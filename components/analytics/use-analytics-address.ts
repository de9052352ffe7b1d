'use client';

import { useQueryStates } from 'nuqs';
import { useMemo, useSyncExternalStore } from 'react';
import { type AnalyticsAddress, analyticsParsers, daysShown, type ShownDays } from './analytics-address';

const never = () => () => undefined;
const readerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

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
  const zone = useSyncExternalStore(never, readerZone, () => null);
  const shown = useMemo(
    () =>
      zone === null
        ? null
        : {
            ...daysShown(address, zone, Date.now()),
            dropdowns: address.dropdowns,
            startup: address.startup,
          },
    [address, zone],
  );
  return { address, shown, change: (changes) => void setAddress(changes) };
}
