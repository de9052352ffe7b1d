import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';

const MOST_RETRIES = 2;

/** Refusals are answers: only what never got one, and a server that is briefly down, is asked again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= MOST_RETRIES) return false;
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** What a query client is made with, in the browser and for the server's prefetch alike. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying, refetchOnWindowFocus: true },
    },
  });
}
