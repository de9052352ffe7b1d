import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/client/api-client';

const MOST_RETRIES = 2;

/** A refusal is a final response: only calls without a response, and a server that is briefly down, are retried. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= MOST_RETRIES) return false;
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** The settings of a query client, in the browser and for the server's prefetch. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying, refetchOnWindowFocus: true },
      // Without a connection, a press fails with a message. By default it would wait, and be done when nobody expects it.
      mutations: { networkMode: 'always' },
    },
  });
}
