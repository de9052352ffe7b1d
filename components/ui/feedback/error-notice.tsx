'use client';

import { Button } from '@mantine/core';
import { IconAlertCircle, IconUserCheck } from '@tabler/icons-react';
import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import { usePanelPage } from '../panels/panel-page';
import { describeError } from './describe-error';
import styles from './error-notice.module.css';

interface ErrorNoticeProps {
  error: unknown;
  /** Offered if trying again may help. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** The failed action, if the error's own title would be too general. */
  title?: string | undefined;
}

/** An error in a box: what happened, what to do, a retry, and a reference to quote. */
export function ErrorNotice({ error, onRetry, isRetrying = false, title }: ErrorNoticeProps) {
  const words = describeError(error);
  const page = usePanelPage();
  const Icon = words.isFault ? IconAlertCircle : IconUserCheck;
  return (
    <div className={styles.box} role="alert" data-calm={!words.isFault || undefined}>
      <Icon className={styles.icon} size={18} stroke={1.75} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{words.isFault ? (title ?? words.title) : words.title}</p>
        <p>{words.message}</p>
        {words.nextStep !== null && <p className={styles.next}>{words.nextStep}</p>}
        {!words.isFault && page !== null && (
          <p className={styles.next}>
            <Link href={`${paths.approvals(page.org.slug)}?box=asked`}>Approvals</Link> shows when it is.
          </p>
        )}
        {words.requestId !== null && (
          <p className={styles.reference}>
            Reference <code>{words.requestId}</code>
          </p>
        )}
        {onRetry !== undefined && words.canRetry && (
          <Button variant="default" size="xs" mt={12} loading={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
