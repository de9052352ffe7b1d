'use client';

import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { checkAuthorizedHello, checkHello } from '@/lib/contract/diagnostics/services';
import styles from './diagnostics-view.module.css';

/** The checks that a browser can make: whether the API can be reached, and whether it knows the person. */
export function DiagnosticsView({ isSignedIn }: { isSignedIn: boolean }) {
  const hello = useQuery({
    queryKey: queryKey(checkHello, {}),
    queryFn: ({ signal }) => callApi(checkHello, {}, { signal }),
    retry: false,
    staleTime: 0,
  });
  const authorized = useQuery({
    queryKey: queryKey(checkAuthorizedHello, {}),
    queryFn: ({ signal }) => callApi(checkAuthorizedHello, {}, { signal }),
    enabled: isSignedIn,
    retry: false,
    staleTime: 0,
  });
  const refresh = () => {
    void hello.refetch();
    if (isSignedIn) void authorized.refetch();
  };
  return (
    <>
      <ul className={styles.checks} aria-label="Checks">
        <Check name="Connect to the API" check={hello} />
        {isSignedIn && <Check name="Connect as the signed-in person" check={authorized} />}
      </ul>
      {!isSignedIn && <p>Sign in to check more.</p>}
      <Group>
        <Button variant="default" onClick={refresh} loading={hello.isFetching || authorized.isFetching}>
          Refresh
        </Button>
        <LinkButton href={paths.landing} variant="default">
          Back to My Content
        </LinkButton>
      </Group>
    </>
  );
}

interface CheckProps {
  name: string;
  check: { data: { message: string } | undefined; error: unknown; isFetching: boolean };
}

function Check({ name, check: { data, error, isFetching } }: CheckProps) {
  const failure = error === null ? null : describeError(error);
  return (
    <li className={styles.check}>
      <span className={styles.name}>{name}</span>
      {isFetching ? (
        <StatusPill tone="active" word="Checking" />
      ) : failure === null ? (
        <StatusPill tone="good" word="Passed" />
      ) : (
        <StatusPill tone="bad" word="Failed" />
      )}
      <span className={styles.message} role="status">
        {isFetching ? '' : failure === null ? data?.message : [failure.message, failure.nextStep].join(' ')}
      </span>
    </li>
  );
}
