'use client';

import { UnstyledButton } from '@mantine/core';
import type { Command } from '../use-command';
import { RunLine } from './card/run-line';
import styles from './last-runs.module.css';
import { usePreviousRuns } from './use-previous-runs';

const SHOWN = 3;

/** The last runs of a command, below a form that hasn't been run on this page; a press shows a result. */
export default function LastRuns({ command, onOpen }: { command: Command; onOpen: (runId: number) => void }) {
  const { data } = usePreviousRuns(command, SHOWN);
  // Without them the page is complete, so there is nothing to say while they load or if they can't be loaded.
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="last-runs">
      <h2 id="last-runs" className={styles.title}>
        Last runs
      </h2>
      <ul className={styles.runs}>
        {data.map((run) => (
          <li key={run.runId}>
            <UnstyledButton className={styles.run} onClick={() => onOpen(run.runId)}>
              <RunLine command={command} run={run} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
