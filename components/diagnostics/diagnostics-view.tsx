'use client';

import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { type CheckResult, checks, makeCheck } from './check';
import styles from './diagnostics-view.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const words = { success: 'Passed', failure: 'Failed', apiError: 'No response' } as const;
const icons = {
  success: <IconCircleCheck {...icon} />,
  failure: <IconCircleX {...icon} />,
  apiError: <IconAlertTriangle {...icon} />,
};

/** Whether this browser reaches the API, signed out and signed in. */
export function DiagnosticsView() {
  const results = useQueries({
    queries: checks.map((check) => ({
      queryKey: ['diagnostics', check.url],
      queryFn: () => makeCheck(check),
      staleTime: 0,
      gcTime: 0,
    })),
  });
  const isChecking = results.some(({ isFetching }) => isFetching);
  return (
    <>
      <ul className={styles.list} aria-label="Checks">
        {checks.map(({ name, about, url }, index) => (
          <li key={url} className={styles.row}>
            <div>
              <p className={styles.name}>{name}</p>
              <p className={styles.about}>{about}</p>
            </div>
            <Outcome result={results[index]?.data} isChecking={results[index]?.isFetching ?? true} />
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          loading={isChecking}
          onClick={() => void Promise.all(results.map(({ refetch }) => refetch()))}
        >
          Refresh
        </Button>
      </div>
    </>
  );
}

function Outcome({ result, isChecking }: { result: CheckResult | undefined; isChecking: boolean }) {
  if (isChecking || result === undefined) {
    return (
      <span className={styles.outcome} role="status">
        <Loader size={16} aria-hidden /> Checking…
      </span>
    );
  }
  return (
    <div role="status">
      <span className={styles.outcome} data-state={result.state}>
        {icons[result.state]} {words[result.state]}
      </span>
      {result.state !== 'success' && <p className={styles.message}>{result.message}</p>}
    </div>
  );
}
