'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { formatCount } from '@/lib/results/table/row-counts';
import { summaryLabel } from '@/lib/runs/run-status';
import { fullTime } from '@/lib/runs/run-times';
import { starterOf } from '@/lib/runs/summary/run-starter';
import { RunDuration } from '../list/run-duration';
import type { RunSummary } from '../use-history';
import { autoRunsWait } from './describe-run';
import styles from './run-fact-list.module.css';

/** The facts of a run, by name. */
export function RunFactList({ run }: { run: RunSummary }) {
  const waiting = autoRunsWait(run);
  return (
    <dl className={styles.facts}>
      <Fact name="Status">
        <StatusPill {...summaryLabel(run)} />
      </Fact>
      {run.dealtWithBy !== null && <Fact name="Handled by">{run.dealtWithBy}</Fact>}
      {run.isDryRun && <Fact name="Dry run">Everything was undone</Fact>}
      {run.ranAnyway && <Fact name="Run anyway">Values were outside the known limits of the source</Fact>}
      <Fact name="Run by">{starterOf(run)}</Fact>
      {waiting !== null && <Fact name="Auto-runs">{waiting}</Fact>}
      {run.bulkParentId !== null && <RunFact name="Row of bulk run" runId={run.bulkParentId} />}
      {run.autoRunOf !== null && <RunFact name="Auto-run of" runId={run.autoRunOf} />}
      {run.rowsFrom !== null && <RunFact name="Rows from" runId={run.rowsFrom} />}
      {run.scheduledJobChange !== null && (
        <Fact name="Schedule changed by">{run.scheduledJobChange.user.name}</Fact>
      )}
      {!isSameSecond(run.createdAt, run.startedAt) && (
        <Fact name="Created">
          <Moment at={run.createdAt} as="full" />
        </Fact>
      )}
      <Fact name="Started">{run.startedAt === null ? '–' : <Moment at={run.startedAt} as="full" />}</Fact>
      {run.endedAt !== null && !isSameSecond(run.startedAt, run.endedAt) && (
        <Fact name="Ended">
          <Moment at={run.endedAt} as="full" />
        </Fact>
      )}
      <Fact name="Took">
        <RunDuration run={run} />
      </Fact>
      {!run.isBulkParent && (
        <Fact name="Rows">{run.totalRows === null ? '–' : formatCount(run.totalRows)}</Fact>
      )}
      {run.cachedRunId !== null && <Fact name="Cached result of">Run {run.cachedRunId}</Fact>}
    </dl>
  );
}

/** Whether both times would be written the same. */
const isSameSecond = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && fullTime(one) === fullTime(other);

/** Another run, which opens. */
function RunFact({ name, runId }: { name: string; runId: number }) {
  const panels = useSidePanels();
  return (
    <Fact name={name}>
      <Button variant="subtle" size="compact-xs" onClick={() => panels.push({ kind: 'run', runId })}>
        Run {runId}
      </Button>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
