'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '@/lib/client/api-client';
import { describeError } from './describe-error';
import { ErrorNotice } from './error-notice';
import styles from './query-state.module.css';

interface QueryStateProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> &
    Partial<Pick<UseQueryResult<Data>, 'isPaused'>> & { refetch: () => unknown };
  /** The failed action, if the documents have words for it. */
  errorTitle?: string;
  /** A skeleton in the shape of the content, so that nothing jumps. */
  loading: ReactNode;
  /** Shown instead of `children` if `isEmpty` says that the data is empty. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/**
 * The four states of server data, in one place: loading, empty, error and stale. Data that could not be
 * refreshed stays on the screen, under a line that says so.
 */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, errorTitle, loading, empty, isEmpty, children } = props;
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (query.error !== null) {
      return (
        <ErrorNotice title={errorTitle} error={query.error} onRetry={retry} isRetrying={query.isFetching} />
      );
    }
    if (query.isPaused === true) return <ErrorNotice title="No connection" error={withoutConnection} />;
    return (
      <div aria-busy="true">
        <VisuallyHidden role="status">Loading…</VisuallyHidden>
        {loading}
      </div>
    );
  }
  const isNothing = empty !== undefined && isEmpty?.(query.data) === true;
  return (
    <>
      {query.error !== null && (
        <StaleLine error={query.error} onRetry={retry} isRetrying={query.isFetching} />
      )}
      {isNothing ? empty : children(query.data)}
    </>
  );
}

const withoutConnection = new ApiError(
  0,
  'offline',
  'Your browser is offline. This loads when it is connected again.',
);

interface StaleLineProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

function StaleLine({ error, onRetry, isRetrying }: StaleLineProps) {
  return (
    <div className={styles.stale} role="status">
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      <span>{staleWords(error)}</span>
      <Button variant="subtle" size="compact-sm" loading={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** What can't be found anymore isn't just out of date: it is gone for this person. */
function staleWords(error: Error): string {
  const { message, nextStep } = describeError(error);
  const isGone = error instanceof ApiError && error.code === 'not_found';
  return isGone ? ['No longer available.', nextStep].join(' ') : `This may be out of date. ${message}`;
}
