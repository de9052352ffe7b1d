'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import styles from './check-row.module.css';
import { type CheckView, stateWords } from './check-view';
import { useOpenCheck } from './use-open-check';

/** A check: what it is, how it went, how old the answer is. A click opens all of it. */
export function CheckRow({ check }: { check: CheckView }) {
  const { name, message, state, data } = check;
  const [, open] = useOpenCheck();
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={() => void open(check.key)}>
        <span className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className={styles.message}>
            {state === 'loading' ? 'Checking…' : message}
            {state === 'success' && data !== null && (
              <>
                {' '}
                <code className={styles.data}>{data}</code>
              </>
            )}
          </span>
        </span>
        <StatusPill {...stateWords[state]} />
      </button>
      <span className={styles.age}>
        {check.answeredAt !== null && <Moment at={check.answeredAt} as="ago" />}
      </span>
      <RefreshButton check={check} />
    </li>
  );
}

export function RefreshButton({ check: { name, state, refresh } }: { check: CheckView }) {
  return (
    <Tooltip label="Check again">
      <ActionIcon aria-label={`Check again: ${name}`} loading={state === 'loading'} onClick={refresh}>
        <IconRefresh size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
