'use client';

import { useDocumentVisibility } from '@mantine/hooks';
import { useState } from 'react';

/**
 * What a list shows of its items. Those that arrive while someone looks at the page wait to be shown, so that nothing
 * moves away from under a pointer.
 *
 * @param keys the items by their keys; undefined until they are known
 */
export function useArrivals(keys: readonly string[] | undefined) {
  const [shown, setShown] = useState<ReadonlySet<string>>();
  const isLookedAt = useDocumentVisibility() === 'visible';
  const arrived = shown === undefined ? [] : (keys ?? []).filter((key) => !shown.has(key));
  const show = () => setShown(new Set(keys));
  if (keys !== undefined && (shown === undefined || (arrived.length > 0 && !isLookedAt))) show();
  return { isShown: (key: string) => shown?.has(key) ?? true, arrived: arrived.length, show };
}
