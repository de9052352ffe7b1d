import { Button, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconUserCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { sendsOnEnter } from '@/components/ui/fields/send-on-enter';
import { Chip } from '@/components/ui/text/chip';
import type { AccessRole } from '@/lib/access/vocabulary';
import { askedWhy, asksFirst } from '@/lib/commands/warning-tag';
import { MOST_NOTE_CHARS } from '@/lib/contract/runs/run-approval';
import type { WarningTag } from '@/lib/settings/command-choices';
import styles from './run-question.module.css';

/** What the question takes of a command. */
export interface AskedCommand {
  needsApproval: boolean;
  confirmationWord: string | null;
  /** The reader's: an engineer can approve runs of others. */
  role: AccessRole | null;
  template: { warningTag: WarningTag | null };
}

interface RunQuestionProps {
  command: AskedCommand;
  /** What is about to run: its values, or how many rows. */
  about: ReactNode;
  /** The button's text, unless approval is asked for. */
  runLabel: string;
  isDryRun?: boolean;
  /** Null to go back to the form. */
  onAnswer: (extras: RunExtras | null) => void;
}

/** What a person says about a run besides its values. */
export interface RunExtras {
  /** A note to the engineers who approve it. */
  approvalNote?: string;
  /** The word that the command is confirmed with, as they typed it. */
  confirmation?: string;
}

/** What is about to run, and what the command needs of the person before that. */
export function RunQuestion({ command, about, runLabel, isDryRun = false, onAnswer }: RunQuestionProps) {
  const { needsApproval, confirmationWord: word, role, template } = command;
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState('');
  const isConfirmed = word === null || typed.trim() === word;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isConfirmed) return;
    const approvalNote = note.trim();
    onAnswer({
      ...(approvalNote === '' ? {} : { approvalNote }),
      ...(word === null ? {} : { confirmation: typed.trim() }),
    });
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={dialog.body}>
        <div className={styles.chips}>
          {asksFirst(template.warningTag) && !isDryRun && (
            <Chip kind="caution" icon={<IconAlertTriangle size={14} stroke={1.75} aria-hidden />}>
              {askedWhy(template.warningTag)}
            </Chip>
          )}
          {needsApproval && (
            <Chip icon={<IconUserCheck size={14} stroke={1.75} aria-hidden />}>Needs approval</Chip>
          )}
        </div>
        {about}
        {needsApproval && (
          <Textarea
            mt="md"
            label="Note to the engineers"
            description={`${isDryRun ? 'A dry run needs approval, too. ' : ''}${
              role === 'admin'
                ? 'It starts once another engineer of this command, or an admin other than you, has approved exactly these values.'
                : 'It starts once an engineer of this command, or an admin, has approved exactly these values.'
            }`}
            {...sendsOnEnter}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={MOST_NOTE_CHARS}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {word !== null && (
          <TextInput
            mt="md"
            data-autofocus
            autoComplete="off"
            label={`Type “${word}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
        <Button type="submit" data-autofocus={word === null || undefined} disabled={!isConfirmed}>
          {needsApproval ? 'Ask for approval' : runLabel}
        </Button>
      </div>
    </form>
  );
}
