import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ask } from '@/components/ui/feedback/dialogs/dialogs';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { ApiError } from '@/lib/client/api-client';

/** Makes a request, and again with the word that the command is confirmed with if it turns out to need one. */
export async function confirmed<Answer>(
  request: (extras: { confirmation?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await request({});
  } catch (error) {
    if (!(error instanceof ApiError) || !error.issues.some(({ path }) => path === 'confirmation'))
      throw error;
    const word = await ask<string>('Confirm this run', (answer) => (
      <ConfirmForm message={error.message} onAnswer={answer} />
    ));
    if (word === null) throw error;
    return request({ confirmation: word });
  }
}

function ConfirmForm({ message, onAnswer }: { message: string; onAnswer: (word: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') onAnswer(typed.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={dialog.body}>
        <TextInput
          label={message}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
        <Button type="submit" disabled={typed.trim() === ''}>
          Run
        </Button>
      </div>
    </form>
  );
}
