'use client';

import type { ReactNode } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import styles from './dependents.module.css';

interface Asked {
  title: string;
  /** What happens in any case. */
  words: ReactNode;
  confirmLabel: string;
  /** Loads what stops or changes, in sentences. */
  read: () => Promise<string[]>;
  /** What stands before the list. */
  lead?: string;
  /** What is said if nothing does; null to go on without asking. */
  nothing: string | null;
  /** What can be done about it, once `read` has loaded what stops. `leave` closes the dialog: call it where a link leads away. */
  remedy?: (leave: () => void) => ReactNode;
}

/**
 * Asks whether to go on, once the person has seen what needs a thing. False if that can't be loaded: nobody takes away
 * what they can't judge.
 */
export async function confirmLosses(asked: Asked): Promise<boolean> {
  const { title, words, confirmLabel, read, lead = 'What needs it:', nothing, remedy } = asked;
  let losses: string[];
  try {
    losses = await read();
  } catch (error) {
    toast.danger(`Nothing was changed: what needs this can’t be read. ${describeError(error).message}`);
    return false;
  }
  if (losses.length === 0 && nothing === null) return true;
  const leaving = new AbortController();
  return confirm({
    title,
    signal: leaving.signal,
    body: (
      <>
        {words !== '' && <p>{words}</p>}
        <Losses losses={losses} lead={lead} nothing={nothing} />
        {remedy?.(() => leaving.abort())}
      </>
    ),
    confirmLabel,
    isDangerous: true,
  });
}

interface LossesProps {
  losses: readonly string[];
  lead: string;
  nothing: string | null;
}

function Losses({ losses, lead, nothing }: LossesProps) {
  if (losses.length === 0) return nothing === '' ? null : <p>{nothing}</p>;
  return (
    <>
      <p>{lead}</p>
      <ul className={styles.list}>
        {losses.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
