'use client';

import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RunAnchor } from '@/components/builder/address/use-run-anchor';
import type { Command } from '@/components/builder/use-command';
import type { AskedRun, Attempt } from '../attempts';
import { RunCard } from './run-card';
import styles from './run-cards.module.css';

interface RunCardsProps {
  command: Command;
  /** The newest first. */
  attempts: readonly Attempt[];
  /** The run that the address points to. */
  anchor: RunAnchor | null;
  onRunAgain: (attempt: Attempt) => void;
  /** Starts another run with the same values. */
  onRepeat: (asked: AskedRun) => void;
  /** Called when a run that was being watched succeeds. */
  onSucceeded: (runId: number) => void;
}

/** The results of a page, newest on top. One is open at a time: the newest, until another is selected. */
export default function RunCards(props: RunCardsProps) {
  const { command, attempts, anchor, onRunAgain, onRepeat, onSucceeded } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const newest = attempts[0]?.attemptId ?? null;
  const anchored = attempts.find(({ runId }) => runId !== null && runId === anchor?.runId)?.attemptId;
  const isAnchorOlder = startedLast(attempts) > (anchor?.sinceMs ?? 0);

  // A new run and a run that the address points to open automatically; the later of the two stays open.
  useEffect(() => setChosen(newest), [newest]);
  useEffect(() => {
    // Again for each time that the person goes there.
    if (anchor !== null && anchored !== undefined && !isAnchorOlder) setChosen(anchored);
  }, [anchor, anchored, isAnchorOlder]);

  return (
    <section className={styles.cards} aria-label="Results">
      {attempts.map((attempt) => (
        <RunCard
          key={attempt.attemptId}
          command={command}
          attempt={attempt}
          isOpen={attempt.attemptId === chosen}
          isLinked={attempt.attemptId === anchored && anchor?.isRead === true && !isAnchorOlder}
          onToggle={() => setChosen((open) => (open === attempt.attemptId ? null : attempt.attemptId))}
          onRunAgain={() => onRunAgain(attempt)}
          onRepeat={onRepeat}
          onEnded={(outcome, succeeded) => {
            setAnnouncement(outcome);
            if (succeeded && attempt.runId !== null && attempt.asked?.isDryRun !== true)
              onSucceeded(attempt.runId);
          }}
        />
      ))}
      <VisuallyHidden role="status" aria-live="polite">
        {announcement}
      </VisuallyHidden>
    </section>
  );
}

/** When the latest run was started here; 0 if none was. */
function startedLast(attempts: readonly Attempt[]): number {
  return Math.max(0, ...attempts.map(({ values, startedAtMs }) => (values === null ? 0 : startedAtMs)));
}
