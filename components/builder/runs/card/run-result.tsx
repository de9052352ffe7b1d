'use client';

import { Button } from '@mantine/core';
import type { Command } from '@/components/builder/use-command';
import { ResultFactsList } from '@/components/result-view/facts/result-facts-list';
import { RunErrors } from '@/components/result-view/facts/run-errors';
import { RunLog } from '@/components/result-view/facts/run-log';
import { FollowUpsContext } from '@/components/result-view/follow-ups/follow-ups';
import { hasMoreRows, OutputSettingsOf } from '@/components/result-view/output-settings';
import { ResultView } from '@/components/result-view/result-view';
import type { Run } from '@/components/run-stream/use-run';
import { operationUrl } from '@/lib/client/api-client';
import { downloadLog } from '@/lib/contract/runs/run-events';
import { readTable } from '@/lib/results/table/result-table';
import { truncationNote } from '@/lib/results/table/row-counts';
import { deletionText, resultStateOf } from '@/lib/runs/result-state';
import { fullTime } from '@/lib/runs/run-times';
import { useFollowUps } from '../use-follow-ups';
import { LastFollowUp } from './actions/last-follow-up';
import { UndoButton } from './actions/undo-button';
import { DryRunResult } from './dry-run-result';
import { RunFailure } from './run-failure';
import styles from './run-result.module.css';

interface RunResultProps {
  command?: Command | null;
  run: Run;
  /** Whether it was started earlier or elsewhere, so that the form on the page has other values. */
  isOpened?: boolean;
  /** Runs it again with the same values; null if that has to be asked first. */
  onRepeat?: (() => void) | null;
}

/** The outcome of a finished run: its rows, its errors, or both, and its log. */
export function RunResult({ command = null, run, isOpened = false, onRepeat = null }: RunResultProps) {
  const { followUps, jump } = useFollowUps(run);
  const succeeded = run.status === 'success';
  const errors = run.errors ?? [];
  const hasPayload = run.payload !== null || run.payloadFormat === 'single_value';
  const state = resultStateOf(run);
  return (
    <FollowUpsContext value={followUps}>
      {succeeded && errors.length > 0 && (
        <RunErrors
          errors={errors}
          title="Command successfully ran; however, there were non-fatal errors"
          tone="caution"
        />
      )}
      {run.approval?.state === 'granted' && run.approval.answeredByName !== null && (
        <p className={styles.note}>Approved by {run.approval.answeredByName}.</p>
      )}
      {run.isDryRun && <DryRunResult run={run} />}
      {run.nextAttemptId !== null && (
        <p className={styles.note}>
          It was tried again by itself: <a href={`#run-${run.nextAttemptId}`}>run {run.nextAttemptId}</a>.
        </p>
      )}
      {run.trigger === 'retry' && run.parentRunId !== null && (
        <p className={styles.note}>
          A further attempt of <a href={`#run-${run.parentRunId}`}>run {run.parentRunId}</a>, which failed.
        </p>
      )}
      {(run.trigger === 'row_decoration' || run.trigger === 'error_jump') && run.parentRunId !== null && (
        <p className={styles.note}>Started from run {run.parentRunId}.</p>
      )}
      {succeeded && run.trigger === 'undo' && run.parentRunId !== null && (
        <p className={styles.note}>Run {run.parentRunId} is undone.</p>
      )}
      {run.undoneByRunId !== null && <p className={styles.note}>Undone by run {run.undoneByRunId}.</p>}
      {followUps.hasChanged !== null && (
        <p className={styles.note} role="status">
          {onRepeat === null
            ? 'Rows may have changed since this run. Run the command again to see them as they are now.'
            : 'Rows may have changed since this run.'}
          {onRepeat !== null && (
            <Button variant="subtle" size="compact-xs" onClick={onRepeat}>
              Run again
            </Button>
          )}
          <LastFollowUp run={run} />
        </p>
      )}
      {state.kind === 'deleted' && <p className={styles.note}>{deletionText(state.deletion, fullTime)}</p>}
      {state.kind === 'incomplete' && !isRefusal(run) && (
        <p className={styles.note}>The run didn’t succeed. This is what had arrived before.</p>
      )}
      {!succeeded && <RunFailure command={command} run={run} isOpened={isOpened} jump={jump} />}
      {run.isTruncated && (
        <p className={styles.note}>
          {hasMoreRows(run)
            ? 'A page at a time. Sorting and filtering go through all rows; charts show the first, and copying takes the page.'
            : `${truncationNote(shownRows(run), run.totalRows)}. Sorting, filtering and copying use these rows. Download for all.`}
        </p>
      )}
      {state.kind !== 'deleted' && (succeeded || hasPayload) && (
        <OutputSettingsOf run={run}>
          <ResultView payload={run.payload} format={run.payloadFormat} commandId={run.commandId} />
        </OutputSettingsOf>
      )}
      <ResultFactsList facts={run} />
      {run.undo !== null && (
        <div className={styles.undo}>
          <UndoButton run={run} undo={run.undo} />
        </div>
      )}
      {run.log !== null && run.log !== '' && (
        <RunLog log={run.log} isOpen={!succeeded} wholeUrl={run.isLogCut ? wholeLogUrl(run) : null} />
      )}
    </FollowUpsContext>
  );
}

/** Whether what is there is the API's whole answer to the run, which says why it failed. */
const isRefusal = ({ errors }: Run): boolean => errors?.[0]?.code?.startsWith('HTTP ') === true;

const wholeLogUrl = ({ orgId, commandId, runId }: Run): string =>
  operationUrl(downloadLog, { params: { orgId, kitId: commandId, runId } });

function shownRows({ payload }: Run): number | null {
  return readTable(payload)?.rows.length ?? null;
}
