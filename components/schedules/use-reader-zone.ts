import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** The reader's time zone, such as `America/Los_Angeles`; null until hydration, because the server doesn't know it. */
export const useReaderZone = (): string | null =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  );
