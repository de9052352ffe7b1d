'use client';

import { type Run, useRun } from '@/components/run-stream/use-run';
import { useLastFollowUp } from '../../../follow-up/changed-behind';
import { UndoButton } from './undo-button';

/** The last run that a button of a result has changed something with, and its Undo: its panel may be closed by now. */
export function LastFollowUp({ run: { orgId, runId } }: { run: Run }) {
  const last = useLastFollowUp(runId);
  return last === null ? null : <FollowUp key={last.runId} orgId={orgId} {...last} />;
}

function FollowUp({
  orgId,
  commandId,
  runId,
  name,
}: Record<'commandId' | 'runId', number> & Record<'orgId' | 'name', string>) {
  const { data: run } = useRun(orgId, commandId, runId).query;
  if (run === undefined) return null;
  return (
    <>
      {' '}
      {name}: {run.undoneByRunId === null ? 'done' : 'undone'}.
      {run.undo !== null && <UndoButton run={run} undo={run.undo} isInText />}
    </>
  );
}
