import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { sendsOnEnter } from '@/components/ui/fields/send-on-enter';
import { MOST_NOTE_CHARS } from '@/lib/contract/runs/run-approval';

interface DenyFormProps {
  asker: string;
  /** The reason, or null to go back. */
  onAnswer: (reason: string | null) => void;
}

/** Asks why a request is denied: the person has to know what to do next. */
export function DenyForm({ asker, onAnswer }: DenyFormProps) {
  const [reason, setReason] = useState('');
  const [wasSent, setSent] = useState(false);
  const isMissing = reason.trim() === '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    setSent(true);
    if (!isMissing) onAnswer(reason.trim());
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={dialog.body}>
        <Textarea
          data-autofocus
          label="Reason"
          description={`${asker} reads it on the run.`}
          {...sendsOnEnter}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MOST_NOTE_CHARS}
          value={reason}
          error={wasSent && isMissing ? 'Please say why' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
        <Button type="submit">Deny</Button>
      </div>
    </form>
  );
}
