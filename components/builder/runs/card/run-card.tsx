'use client';

import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef } from 'react';
import type { Command } from '@/components/builder/use-command';
import { ShownRowsOf } from '@/components/result-view/look/shown-rows';
import { ResultSkeleton } from '@/components/result-view/result-skeleton';
import { approvalToWaitFor } from '@/components/run-stream/approval-to-wait-for';
import { ApprovalWait } from '@/components/run-stream/approval-wait';
import { useShown } from '@/components/run-stream/shown-runs';
import { type Run, useRun } from '@/components/run-stream/use-run';
import { refreshRuns } from '@/components/run-stream/use-running-runs';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { useInBackground } from '@/components/ui/loading/use-in-background';
import { ApiError } from '@/lib/client/api-client';
import { asksFirst } from '@/lib/commands/warning-tag';
import { hasEnded } from '@/lib/runs/run-status';
import type { AskedRun, Attempt } from '../attempts';
import { useBringIntoView } from '../use-bring-into-view';
import styles from './run-card.module.css';
import { RunCardHead } from './run-card-head';
import { describeOutcome } from './run-outcome';
import { RunResult } from './run-result';
import { RunningBody } from './running-body';

const bulkSummary = fetchedPart(async () => ({
  default: (await import('@/components/bulk-run/bulk-summary')).BulkSummary,
}));

interface RunCardProps {
  command: Command;
  attempt: Attempt;
  isOpen: boolean;
  /** Whether the person came for it. */
  isLinked: boolean;
  onToggle: () => void;
  onRunAgain: () => void;
  /** Starts another run with the same values. */
  onRepeat: (asked: AskedRun) => void;
  /** Called once, with a sentence and whether it succeeded, when the run ends while the page is open. */
  onEnded: (outcome: string, succeeded: boolean) => void;
}

/** One run: its progress and its result. */
export function RunCard(props: RunCardProps) {
  const { command, attempt, isOpen, isLinked, onToggle, onRunAgain, onRepeat, onEnded } = props;
  const bodyId = useId();
  const card = useRef<HTMLElement>(null);
  const { orgId, commandId, needsApproval } = command;
  const isStartedHere = attempt.values !== null;
  const { query, live: latest } = useRun(
    orgId,
    commandId,
    hasState(attempt, needsApproval) ? attempt.runId : null,
    isStartedHere && !needsApproval,
  );
  // A large result takes long to render. The whole card changes at once.
  const { run, live } = useInBackground(
    useMemo(() => ({ run: query.data ?? null, live: latest }), [query.data, latest]),
  );
  const sight = sightOf(run !== null || live !== null, query.error, isStartedHere);
  useShown(isOpen ? run : null);
  useTellEnd(run, isStartedHere, onEnded);
  useListed(attempt, run);
  useBringIntoView(card, {
    isStartedHere,
    isLinked: isLinked && !isStartedHere && (run !== null || sight === 'none'),
    isSettled: attempt.kickoff.state === 'failed' || (run !== null && hasEnded(run.status)),
  });
  return (
    <article
      ref={card}
      className={styles.card}
      data-open={isOpen || undefined}
      id={attempt.runId === null ? undefined : `run-${attempt.runId}`}
    >
      <ShownRowsOf>
        <RunCardHead
          command={command}
          attempt={attempt}
          run={run}
          live={live}
          sight={sight}
          isOpen={isOpen}
          bodyId={bodyId}
          onToggle={onToggle}
        />
        <div id={bodyId} className={styles.body} hidden={!isOpen}>
          {isOpen && drawBody()}
        </div>
      </ShownRowsOf>
    </article>
  );

  function drawBody() {
    if (attempt.kickoff.state === 'failed') {
      return (
        <div className={styles.notice}>
          <ErrorNotice
            title="The command could not be started"
            error={attempt.kickoff.error}
            onRetry={onRunAgain}
          />
        </div>
      );
    }
    if (sight === 'none') {
      return (
        <EmptyNotice icon={<IconSearch size={22} stroke={1.75} />} title="This run can't be found">
          It may have been deleted, or your access to it was taken away.
        </EmptyNotice>
      );
    }
    if (run !== null && run.bulkProgress !== null) {
      return <Fetched part={bulkSummary} props={{ run }} fallback={<ResultSkeleton />} />;
    }
    if (run !== null && hasEnded(run.status)) {
      return (
        <RunResult
          command={command}
          run={run}
          isOpened={!isStartedHere}
          onRepeat={repeatOf(command, attempt, onRepeat)}
        />
      );
    }
    if (sight === 'unread') return <ResultSkeleton />;
    const approval = approvalToWaitFor(run, live);
    if (approval !== null) {
      return (
        <div className={styles.notice}>
          <ApprovalWait approval={approval} />
        </div>
      );
    }
    return (
      <>
        {query.isError && (
          <div className={styles.notice}>
            <ErrorNotice
              title="The progress of the run could not be loaded. The run itself is not affected."
              error={query.error}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          </div>
        )}
        <RunningBody run={run} live={live} />
      </>
    );
  }
}

/** Another run with the same values, where nothing has to be asked before it; null otherwise. */
function repeatOf(command: Command, { asked }: Attempt, onRepeat: RunCardProps['onRepeat']) {
  const { template, needsApproval, confirmationWord } = command;
  const isAsked = asksFirst(template.warningTag) || needsApproval || confirmationWord !== null;
  return asked === null || isAsked ? null : () => onRepeat(asked);
}

/**
 * Whether there is something to follow: not if it never started. A run that needs approval waits for it from its start on;
 * any other is worth a request as soon as it exists.
 */
const hasState = ({ kickoff: { state } }: Attempt, needsApproval: boolean): boolean =>
  state === 'started' || (state === 'starting' && !needsApproval);

/** After this time a run is worth listing in the bar, and its end worth telling in the tab's title. */
const LONG_MS = 2_000;

/** Refreshes the lists of runs while this one, started here, takes long; a short run costs no request. */
function useListed({ values, runId, kickoff }: Attempt, run: Run | null): void {
  const queryClient = useQueryClient();
  const isGoing = values !== null && kickoff.state === 'started' && (run === null || !hasEnded(run.status));
  useEffect(() => {
    if (!isGoing || runId === null) return;
    const timer = setTimeout(() => refreshRuns(queryClient), LONG_MS);
    return () => clearTimeout(timer);
  }, [isGoing, runId, queryClient]);
}

/** What the page knows of a run. One that wasn't started here may have ended long ago, so nothing is said before it is read. */
function sightOf(isSeen: boolean, error: Error | null, isStartedHere: boolean) {
  if (isSeen) return 'seen';
  if (error !== null) return isNotFound(error) ? 'none' : 'lost';
  return isStartedHere ? 'seen' : 'unread';
}

const isNotFound = (error: Error) => error instanceof ApiError && error.code === 'not_found';

/** Announces the end of a run only if the page saw it running, not of one that was opened after it ended. */
function useTellEnd(run: Run | null, isStartedHere: boolean, onEnded: RunCardProps['onEnded']): void {
  const wasSeenRunning = useRef(isStartedHere);
  const isOver = run !== null && hasEnded(run.status);
  const isGoing = run !== null && !isOver;
  const outcome = isOver ? describeOutcome(run) : null;
  const succeeded = run?.status === 'success';
  useEffect(() => {
    if (isGoing) wasSeenRunning.current = true;
    if (outcome === null || !wasSeenRunning.current) return;
    wasSeenRunning.current = false;
    onEnded(outcome, succeeded);
  }, [isGoing, outcome, succeeded, onEnded]);
}
