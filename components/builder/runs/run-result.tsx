'use client';

import { ResultFactsList } from '@/components/result-view/result-facts-list';
import { ResultView } from '@/components/result-view/result-view';
import { RunErrors } from '@/components/result-view/run-errors';
import { RunLog } from '@/components/result-view/run-log';
import type { Run } from '@/components/run-stream/use-run';
import { operationUrl } from '@/lib/api-client';
import { downloadLog } from '@/lib/contract/runs';
import { readTable } from '@/lib/runs/result-table';
import { truncationNote } from '@/lib/runs/row-counts';
import { isAboutAuth } from '@/lib/runs/run-error';
import { endingMessage } from '@/lib/runs/run-status';
import { SetHttpAuth } from '../header/set-http-auth';
import type { Command } from '../use-command';
import styles from './run-result.module.css';

/** The outcome of a finished run: its rows, its errors, or both, and its log. */
export function RunResult({ command = null, run }: { command?: Command | null; run: Run }) {
  const succeeded = run.status === 'success';
  const isCancelled = run.endReason === 'cancelled';
  // Its first error says that it was canceled; the title says so, and by whom.
  const errors = (run.errors ?? []).slice(isCancelled ? 1 : 0);
  const hasPayload = run.payload !== null || run.payloadFormat === 'single_value';
  return (
    <>
      {succeeded && errors.length > 0 && (
        <RunErrors errors={errors} title="Command successfully ran; however, there were non-fatal errors" />
      )}
      {!succeeded && (
        <RunErrors
          errors={errors}
          title={failureTitle(run)}
          action={command !== null && errors.some(isAboutAuth) && <SetHttpAuth command={command} />}
        >
          {errors.length === 0 || isCancelled ? endingMessage(run.endReason) : undefined}
        </RunErrors>
      )}
      {run.isTruncated && (
        <p className={styles.truncation}>
          {truncationNote(shownRows(run), run.totalRows)}. Filters, sorting and copies are of these; a
          download has all.
        </p>
      )}
      {(succeeded || hasPayload) && (
        <ResultView payload={run.payload} format={run.payloadFormat} commandId={run.commandId} />
      )}
      <ResultFactsList facts={run} />
      {run.log !== null && run.log !== '' && (
        <RunLog log={run.log} isOpen={!succeeded} wholeUrl={run.isLogCut ? wholeLogUrl(run) : null} />
      )}
    </>
  );
}

const wholeLogUrl = ({ orgId, commandId, runId }: Run): string =>
  operationUrl(downloadLog, { params: { orgId, kitId: commandId, runId } });

function failureTitle({ endReason, cancelledBy }: Run): string {
  switch (endReason) {
    case 'cancelled':
      return cancelledBy === null ? 'The run was canceled' : `The run was canceled by ${cancelledBy}`;
    case 'timed_out':
      return 'The run timed out';
    case 'worker_lost':
      return 'The run was interrupted';
    case 'refused':
    case 'never_started':
      return 'The run did not start';
    default:
      return 'The command failed';
  }
}

function shownRows({ payload }: Run): number | null {
  return readTable(payload)?.rows.length ?? null;
}
