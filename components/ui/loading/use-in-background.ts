'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useIsNavigating } from '@/components/ui/layout/navigation';

/**
 * Returns a value that takes long to render, late enough that React renders it in the background, piece by piece, and the
 * page can be used meanwhile. Keep it stable between renders.
 */
export function useInBackground<Value>(value: Value): Value {
  const deferred = useDeferredValue(value);
  // While another page loads, React would hold back what is rendered in the background until that page is there.
  return useIsNavigating() ? value : deferred;
}

type Shown<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;

/** The same for the data of a query. By itself, React renders an answer in one go. */
export function useQueryInBackground<Data>({ data, error, isFetching, refetch }: Shown<Data>): Shown<Data> {
  return { data: useInBackground(data), error, isFetching, refetch };
}
