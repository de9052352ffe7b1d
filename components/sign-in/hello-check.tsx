'use client';

import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { checkHello } from '@/lib/contract/diagnostics/services';

/** Checks once, before the sign-in, whether the API can be reached. Shows something only if it can't. */
export function HelloCheck() {
  const hello = useQuery({
    queryKey: queryKey(checkHello, {}),
    queryFn: ({ signal }) => callApi(checkHello, {}, { signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (hello.error === null) return null;
  return (
    <ErrorNotice
      title="Pushboard can't be reached"
      error={hello.error}
      onRetry={() => void hello.refetch()}
      isRetrying={hello.isFetching}
    />
  );
}
