'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Moment } from '@/components/ui/text/moment';
import styles from './confirm-run.module.css';
import { type Confirmation, useAnswer } from './use-confirmation';

/** Confirming or declining. Nothing has the focus at first, so that a key pressed elsewhere confirms nothing. */
export function AnswerForm({ confirmation }: { confirmation: Confirmation }) {
  const { confirmationId, confirmationWord: word, isDryRun, programName, expiresAt } = confirmation;
  const [typed, setTyped] = useState('');
  const answer = useAnswer(confirmationId);
  const isComplete = word === null || typed.trim() === word;
  const isSent = answer.isPending || answer.isSuccess;

  function confirm(event: FormEvent): void {
    event.preventDefault();
    if (!isComplete || isSent) return;
    answer.mutate({ isConfirmed: true, ...(word === null ? {} : { confirmation: typed.trim() }) });
  }
  return (
    <form onSubmit={confirm} noValidate className={styles.stack}>
      {word !== null && (
        <TextInput
          autoComplete="off"
          label={`Type “${word}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {answer.error !== null && <ErrorNotice error={answer.error} />}
      <Group>
        <Button
          type="submit"
          disabled={!isComplete || (isSent && answer.variables?.isConfirmed === false)}
          loading={isSent && answer.variables?.isConfirmed === true}
        >
          {isDryRun ? 'Confirm dry run' : 'Confirm run'}
        </Button>
        <Button
          variant="default"
          disabled={isSent && answer.variables?.isConfirmed === true}
          loading={isSent && answer.variables?.isConfirmed === false}
          onClick={() => answer.mutate({ isConfirmed: false })}
        >
          Decline
        </Button>
      </Group>
      <p className={styles.hint}>
        {programName} can run it once, with exactly these values, until{' '}
        <Moment at={expiresAt} as="short" inSentence />. Confirm only what you asked for yourself.
      </p>
    </form>
  );
}
