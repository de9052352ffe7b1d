'use client';

import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconMaximize } from '@tabler/icons-react';
import type { Command } from '@/components/builder/use-command';
import { approvalToWaitFor } from '@/components/run-stream/approval-to-wait-for';
import type { LiveRun } from '@/components/run-stream/run-stream';
import type { Run } from '@/components/run-stream/use-run';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Chip } from '@/components/ui/text/chip';
import { bulkCountsIn, bulkCountsText } from '@/lib/results/bulk-counts';
import {
  hasEnded,
  runLabel,
  type StatusLabel,
  statusLabel,
  WAITING_FOR_APPROVAL,
} from '@/lib/runs/run-status';
import type { Attempt } from '../attempts';
import { CancelButton } from './actions/cancel-button';
import { RunActions } from './actions/run-actions';
import { useFullScreen } from './actions/use-full-screen';
import styles from './run-card-head.module.css';
import { RunFacts } from './run-facts';
import { RunningMessage } from './running-message';
import { valuesLine } from './shown-values';

interface RunCardHeadProps {
  command: Command;
  attempt: Attempt;
  run: Run | null;
  live: LiveRun | null;
  /**
   * `unread`: it was opened by its address and not read yet. `lost`: it was started, but its status can't be read. `none`: it was opened by its address and doesn't exist.
   */
  sight: 'seen' | 'unread' | 'lost' | 'none';
  isOpen: boolean;
  bodyId: string;
  onToggle: () => void;
}

/** The line at the top of a result: status, rows, duration, time, person, and values. */
export function RunCardHead(props: RunCardHeadProps) {
  const { command, attempt, run, live, isOpen, bodyId, onToggle } = props;
  const panels = useSidePanels();
  const label = labelOf(props);
  const bulk = run?.bulkProgress ?? null;
  const values =
    bulk === null
      ? valuesLine(command, run?.params ?? attempt.values ?? {})
      : bulkCountsText(bulkCountsIn(bulk), run !== null && hasEnded(run.status));
  const ended = run !== null && hasEnded(run.status) ? run : null;
  const [, openFullScreen] = useFullScreen();
  const { runId } = attempt;
  // A run can be canceled even while its progress can't be read.
  const held = approvalToWaitFor(run, live);
  // Its asker withdraws a request; the others answer it, or only watch.
  const mayWithdraw = held?.mayView === true && !held.mayAnswer;
  const isGoing = held === null ? label === null || (ended === null && props.sight === 'lost') : mayWithdraw;
  return (
    <div className={styles.head} data-closed={!isOpen || undefined}>
      <div className={styles.told}>
        <span className={styles.status}>
          {label === null ? (
            <RunningMessage command={command} run={run} live={live} />
          ) : (
            <StatusPill tone={label.tone} word={label.word} />
          )}
          {(run?.isDryRun ?? attempt.asked?.isDryRun) === true && <Chip>Dry run</Chip>}
          {run?.ranAnyway === true && <Chip>Run anyway</Chip>}
        </span>
        {attempt.kickoff.state !== 'failed' && props.sight !== 'none' && props.sight !== 'unread' && (
          <RunFacts
            run={run}
            live={live}
            sinceMs={
              attempt.values === null && run !== null ? Date.parse(run.createdAt) : attempt.startedAtMs
            }
            isOpen={isOpen}
          />
        )}
        {values !== '' && runId !== null && (
          <UnstyledButton
            className={styles.values}
            aria-label={`Details of this run, started with ${values}`}
            onClick={() => panels.push({ kind: 'run', runId })}
          >
            {values}
          </UnstyledButton>
        )}
      </div>
      <div className={styles.actions}>
        {isGoing && runId !== null && (
          <CancelButton command={command} runId={runId} label={held === null ? 'Cancel' : 'Withdraw'} />
        )}
        {ended !== null && isOpen && <RunActions run={ended} />}
        {ended !== null && ended.payload !== null && isOpen && (
          <Tooltip label="Full screen">
            <ActionIcon
              aria-label="Show this result on the full screen"
              onClick={() => openFullScreen(ended.runId)}
            >
              <IconMaximize size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
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

/** The status of a run as a chip; null while it is running, which its message says. */
function labelOf({ attempt, run, live, sight }: RunCardHeadProps): StatusLabel | null {
  if (attempt.kickoff.state === 'failed') return { tone: 'bad', word: 'Not started' };
  if (run !== null && hasEnded(run.status)) return runLabel(run);
  if (approvalToWaitFor(run, live) !== null) return WAITING_FOR_APPROVAL;
  if (sight === 'unread') return { tone: 'none', word: 'Loading' };
  if (sight === 'none') return { tone: 'none', word: 'Not found' };
  if (sight === 'lost') return { tone: 'caution', word: 'Connection lost' };
  return live !== null && hasEnded(live.status) ? statusLabel(live.status, live.endReason) : null;
}
