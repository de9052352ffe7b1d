'use client';

import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { breaksInWords } from '@/components/command/attention/breaks-in-words';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/client/api-client';
import { listNeedsAttention } from '@/lib/contract/dependents/attention';
import { listCredentials, readCredential } from '@/lib/contract/sources/credentials';
import { lookAtSource } from '@/lib/contract/sources/expected-breaks';
import styles from './push-section.module.css';
import type { Connection } from './use-edit-connection';

type Look = NonNullable<Connection['look']>;

const INTERVALS: { value: Look['every']; label: string }[] = [
  { value: 'off', label: 'Not on a schedule' },
  { value: 'daily', label: 'Once a day' },
  { value: 'hourly', label: 'Once an hour' },
];

interface LookSectionProps {
  connection: Connection;
  look: Look;
  /** As chosen in the form. */
  every: string;
  onChange: (every: string) => void;
}

/** How often a source is checked, and what the last check found that a sync would break. */
export function LookSection({ connection, look, every, onChange }: LookSectionProps) {
  const { orgId, credentialId } = connection;
  const queryClient = useQueryClient();
  const lookNow = useMutation({
    mutationFn: () =>
      callApi(lookAtSource, { params: { orgId, credsId: credentialId } }, { isTrusted: true }),
    onSettled: () =>
      Promise.all(
        [readCredential, listCredentials, listNeedsAttention].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      ),
  });
  return (
    <section className={styles.section} aria-label="Check for changes">
      <p className={styles.heading}>Check for changes</p>
      <NativeSelect
        label="Check the source"
        description="Nothing is synced. If a sync would break a job, a button, or a rule, its engineers are told before."
        data={INTERVALS}
        value={every}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <LastLook look={look} />
      {lookNow.error !== null && <ErrorNotice error={lookNow.error} />}
      <div className={styles.actions}>
        <Button variant="default" loading={lookNow.isPending} onClick={() => lookNow.mutate()}>
          Check now
        </Button>
      </div>
    </section>
  );
}

function LastLook({ look: { at, failure, changeCount, breakCount } }: { look: Look }) {
  if (at === null) return <p className={styles.quiet}>Not checked yet.</p>;
  return (
    <div role="status">
      <p className={styles.quiet}>
        Checked <Moment at={at} as="ago" />: {failure ?? changesInWords(changeCount)}
      </p>
      {breakCount > 0 && (
        <p className={`${styles.quiet} ${styles.warning}`}>
          {breaksInWords(breakCount)} See Needs attention.
        </p>
      )}
    </div>
  );
}

const changesInWords = (count: number): string =>
  count === 0
    ? 'nothing differs from the commands.'
    : count === 1
      ? '1 thing differs from its command.'
      : `${count.toLocaleString('en-US')} things differ from their commands.`;
