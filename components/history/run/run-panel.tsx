'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { BulkSummary } from '@/components/bulk-run/bulk-summary';
import { RunValues } from '@/components/result-view/facts/run-values';
import { ShownRowsOf } from '@/components/result-view/look/shown-rows';
import { ResultSkeleton } from '@/components/result-view/result-skeleton';
import { approvalToWaitFor } from '@/components/run-stream/approval-to-wait-for';
import { ApprovalWait } from '@/components/run-stream/approval-wait';
import { useShown } from '@/components/run-stream/shown-runs';
import { type Run, useRun } from '@/components/run-stream/use-run';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';
import { deletionText } from '@/lib/runs/result-state';
import { hasEnded } from '@/lib/runs/run-status';
import { fullTime } from '@/lib/runs/run-times';
import { noWorkerWith } from '@/lib/sources/worker-tag';
import type { RunSummary } from '../use-history';
import { RunFactList } from './run-fact-list';
import styles from './run-panel.module.css';
import { RunPanelFoot } from './run-panel-foot';

interface RunPanelProps {
  org: { orgId: string; slug: string };
  runId: number;
  renderResult: (run: Run) => ReactNode;
}

/** One run of the history: its status, values, and result. */
export function RunPanel({ org, runId, renderResult }: RunPanelProps) {
  const input = { params: { orgId: org.orgId, runId } };
  const summary = useQuery({
    queryKey: queryKey(readRunSummary, input),
    queryFn: ({ signal }) => callApi(readRunSummary, input, { signal }),
  });
  return (
    <ShownRowsOf>
      <SidePanel
        title={summary.data?.name ?? `Run ${runId}`}
        context={`Run ${runId}`}
        footer={summary.data && <RunPanelFoot summary={summary.data} orgSlug={org.slug} />}
      >
        <QueryState query={summary} loading={<LinesSkeleton lines={6} />}>
          {(loaded) => <RunPanelBody summary={loaded} onEnd={summary.refetch} renderResult={renderResult} />}
        </QueryState>
      </SidePanel>
    </ShownRowsOf>
  );
}

interface RunPanelBodyProps {
  summary: RunSummary;
  /** Called when the run has ended since the summary was read. */
  onEnd: () => unknown;
  renderResult: (run: Run) => ReactNode;
}

function RunPanelBody({ summary, onEnd, renderResult }: RunPanelBodyProps) {
  const { orgId, commandId, runId } = summary;
  const { query, live } = useRun(orgId, commandId, runId);
  useShown(query.data);
  const hasJustEnded = query.data !== undefined && hasEnded(query.data.status) && !hasEnded(summary.status);
  useEffect(() => {
    // What can be downloaded is known by now.
    if (hasJustEnded) onEnd();
  }, [hasJustEnded, onEnd]);
  const approval = approvalToWaitFor(query.data ?? null, live);
  const newest = { ...summary, ...pick(query.data), ...pick(live) };
  // The summary isn't read again when the request is answered.
  if (query.data !== undefined) newest.isWaitingForApproval = approval !== null;
  return (
    <>
      <RunFactList run={newest} />
      {!summary.isBulkParent && (
        <RunValues
          params={query.data?.params ?? summary.params}
          names={new Map(Object.entries(summary.valueNames))}
        />
      )}
      <h3 className={styles.title}>Result</h3>
      {summary.resultDeletion !== null ? (
        <EmptyLine>{deletionText(summary.resultDeletion, fullTime)}</EmptyLine>
      ) : (
        <QueryState query={query} loading={<ResultSkeleton />}>
          {(run) =>
            run.bulkProgress !== null ? (
              <BulkSummary run={run} />
            ) : hasEnded(run.status) ? (
              <div className={styles.result}>{renderResult(run)}</div>
            ) : (
              <Unfinished approval={approval} missingWorkerTag={run.missingWorkerTag} />
            )
          }
        </QueryState>
      )}
    </>
  );
}

/** In place of the result: what the run waits for. */
function Unfinished({ approval, missingWorkerTag }: Pick<Run, 'approval' | 'missingWorkerTag'>) {
  if (approval !== null) return <ApprovalWait approval={approval} />;
  return (
    <EmptyLine>
      {missingWorkerTag === null
        ? 'Still running. The result will appear here.'
        : `${noWorkerWith(missingWorkerTag)} The run waits until one is.`}
    </EmptyLine>
  );
}

/** The parts that change while a run is in progress. */
function pick(
  news: Pick<RunSummary, 'status' | 'endReason' | 'totalRows' | 'startedAt' | 'endedAt'> | null | undefined,
) {
  if (news === null || news === undefined) return {};
  const { status, endReason, totalRows, startedAt, endedAt } = news;
  return { status, endReason, totalRows, startedAt, endedAt };
}
