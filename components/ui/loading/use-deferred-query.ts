'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

type Shown<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;

/**
 * The same query, for content that takes long to render: React renders it in the background, piece by piece, so that the
 * page can be used meanwhile. Query results by themselves are rendered in one go.
 */
export function useDeferredQuery<Data>({ data, error, isFetching, refetch }: Shown<Data>): Shown<Data> {
  return { data: useDeferredValue(data), error, isFetching, refetch };
}
