'use client';

import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';
import { ApiError } from '@/lib/client/api-client';
import { AnswerForm } from './answer-form';
import styles from './confirm-run.module.css';
import { IntendedRun } from './intended-run';
import { Outcome } from './outcome';
import { type Confirmation, useConfirmation } from './use-confirmation';

interface ConfirmRunProps {
  confirmationId: string;
  person: { name: string; email: string | null };
}

/** A run that a program wants to start: what it runs with which values, and the person's answer. */
export function ConfirmRun({ confirmationId, person }: ConfirmRunProps) {
  const confirmation = useConfirmation(confirmationId);
  const { error, data } = confirmation;
  if (data === undefined && error instanceof ApiError && error.code === 'not_found') {
    return <NotYours person={person} />;
  }
  return (
    <QueryState query={confirmation} errorTitle="The run could not be loaded" loading={<Loading />}>
      {(found) => <Shown confirmation={found} />}
    </QueryState>
  );
}

function Shown({ confirmation }: { confirmation: Confirmation }) {
  const { state } = confirmation;
  const [wasWaiting] = useState(state === 'waiting');
  return (
    <div className={styles.stack}>
      {state !== 'waiting' && <Outcome confirmation={confirmation} takesFocus={wasWaiting} />}
      <IntendedRun confirmation={confirmation} />
      {state === 'waiting' ? (
        <AnswerForm confirmation={confirmation} />
      ) : (
        <div>
          <LinkButton variant="default" href={paths.builder(confirmation.orgSlug, confirmation.commandId)}>
            Open the command
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** For a stranger there is nothing here, whatever the address says. */
function NotYours({ person: { name, email } }: Pick<ConfirmRunProps, 'person'>) {
  return (
    <div className={styles.stack}>
      <p role="alert">
        There is nothing to confirm here for {name}
        {email === null ? '' : ` (${email})`}. It expired long ago, the program was disconnected, you can no
        longer run the command, or the program belongs to someone else.
      </p>
      <div>
        <LinkButton href={paths.landing}>Back to Home</LinkButton>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.stack} aria-hidden>
      <Skeleton height={44} />
      <Skeleton height={132} radius="md" />
      <Skeleton height={36} width={220} />
    </div>
  );
}
