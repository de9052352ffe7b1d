'use client';

import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { LiveRun } from '@/components/run-stream/run-stream';
import type { Run } from '@/components/run-stream/use-run';
import { CopyButton } from '@/components/ui/copy-button';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import { StatusPill } from '@/components/ui/status-pill';
import { payloadAsText } from '@/lib/runs/copy-payload';
import { hasEnded, type StatusLabel, statusLabel } from '@/lib/runs/run-status';
import { summariseValues } from '@/lib/runs/values-summary';
import type { Attempt } from './attempts';
import styles from './run-card-head.module.css';
import { RunFacts } from './run-facts';
import { shownValues } from './shown-values';
import type { Command } from './use-command';

interface RunCardHeadProps {
  command: Command;
  attempt: Attempt;
  run: Run | null;
  live: LiveRun | null;
  /** The run was started, and how it goes cannot be read. */
  hasLostSight: boolean;
  isOpen: boolean;
  bodyId: string;
  onToggle: () => void;
}

/** The line at the top of a result: status, rows, duration, time, who, and with which values. */
export function RunCardHead(props: RunCardHeadProps) {
  const { command, attempt, run, live, isOpen, bodyId, onToggle } = props;
  const panels = useSidePanels();
  const label = labelOf(props);
  const values = summariseValues(shownValues(command, run?.params ?? attempt.values ?? {}));
  const payload = run !== null && hasEnded(run.status) ? run.payload : null;
  const { runId } = attempt;
  return (
    <div className={styles.head}>
      <div className={styles.told}>
        <StatusPill tone={label.tone} word={label.word} />
        <RunFacts attempt={attempt} run={run} live={live} isOpen={isOpen} />
        {values !== '' && runId !== null && isOpen && (
          <UnstyledButton
            className={styles.values}
            aria-label={`Details of this run, started with ${values}`}
            onClick={() => panels.push(`run:${runId}`)}
          >
            {values}
          </UnstyledButton>
        )}
      </div>
      <div className={styles.actions}>
        {payload !== null && isOpen && (
          <CopyButton
            label="Copy the result"
            text={() => payloadAsText(payload)}
            told="Results copied to clipboard"
          />
        )}
        <ActionIcon
          aria-label={isOpen ? 'Close this result' : 'Open this result'}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          className={styles.toggle}
          onClick={onToggle}
        >
          {isOpen ? <IconChevronUp size={16} stroke={1.75} /> : <IconChevronDown size={16} stroke={1.75} />}
        </ActionIcon>
      </div>
    </div>
  );
}

function labelOf({ attempt, run, live, hasLostSight }: RunCardHeadProps): StatusLabel {
  if (attempt.kickoff.state === 'failed') return { tone: 'bad', word: 'Not started' };
  if (run !== null && hasEnded(run.status)) return statusLabel(run.status, run.endReason);
  if (hasLostSight) return { tone: 'caution', word: 'Out of sight' };
  if (live !== null) return statusLabel(live.status, live.endReason);
  return statusLabel(run?.status ?? 'starting', null);
}
