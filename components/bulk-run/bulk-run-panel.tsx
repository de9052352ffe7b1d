'use client';

import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import {
  IconDownload,
  IconHistory,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { CombineMenu } from '@/components/result-view/combine/combine-menu';
import type { BulkProgress } from '@/components/run-stream/run-stream';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';
import { bulkCountsIn } from '@/lib/results/bulk-counts';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import { BulkBar, failedRows } from './bulk-bar';
import { BulkRows } from './bulk-rows';
import styles from './bulk-run-panel.module.css';
import { useBulkControls, useBulkRun } from './use-bulk-run';

interface BulkRunPanelProps extends PanelPage {
  orgId: string;
  commandId: number;
  runId: number;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A bulk run in progress or ended: its counts, its rows, and what can be done with it. Closing it stops nothing. */
export function BulkRunPanel({ org, orgId, commandId, runId }: BulkRunPanelProps) {
  const panels = useSidePanels();
  const bulk = { orgId, commandId, runId };
  const { query, progress, pace } = useBulkRun(bulk);
  const input = { params: { orgId, runId } };
  const { data: summary } = useQuery({
    queryKey: queryKey(readRunSummary, input),
    queryFn: ({ signal }) => callApi(readRunSummary, input, { signal }),
  });
  const controls = useBulkControls(bulk, (again) =>
    panels.replace({ kind: 'bulk-run', commandId, runId: again }),
  );
  return (
    <SidePanel
      isWide
      title="Bulk run"
      context={contextOf(runId, summary, progress)}
      footer={
        <>
          <span className={styles.note}>
            {progress?.endedAt === null && 'You can close this. It continues.'}
          </span>
          <Button
            component={Link}
            href={`${paths.history(org.slug)}?filter=bulk_parent_id:${runId}`}
            prefetch={false}
            variant="default"
            leftSection={<IconHistory {...icon} />}
            aria-label="Show in History"
          >
            <span className={styles.showIn}>Show in&nbsp;</span>History
          </Button>
          {progress !== undefined && progress.endedAt !== null && (
            <CombineMenu
              orgId={orgId}
              runs={{ parentRunId: runId }}
              title="The results of all rows in one file"
              counts={bulkCountsIn(progress)}
              target={(isBusy) => (
                <Button variant="default" leftSection={<IconDownload {...icon} />} loading={isBusy}>
                  Download
                </Button>
              )}
            />
          )}
          {progress !== undefined && <Rerun progress={progress} controls={controls} />}
        </>
      }
    >
      <QueryState query={query} loading={<ListSkeleton rows={3} />}>
        {(read) => (
          <div className={styles.body}>
            <VisuallyHidden role="status">{endWords(progress ?? read)}</VisuallyHidden>
            <div className={styles.top}>
              <BulkBar progress={progress ?? read} pace={pace} />
              {(progress ?? read).endedAt === null && (
                <Controls progress={progress ?? read} controls={controls} />
              )}
            </div>
            {summary != null && summary.rowsFrom !== null && (
              <RowsFrom orgSlug={org.slug} runId={summary.rowsFrom} />
            )}
            {(progress ?? read).startedAt === null && (progress ?? read).endedAt === null && (
              <p>Not started yet. If the command needs approval, the rows start once it is given.</p>
            )}
            <BulkRows bulk={bulk} orgSlug={org.slug} progress={progress ?? read} />
          </div>
        )}
      </QueryState>
    </SidePanel>
  );
}

/** The run whose result the rows were taken from. It is of any command, so the history shows it. */
function RowsFrom({ orgSlug, runId }: { orgSlug: string; runId: number }) {
  return (
    <p className={styles.from}>
      Rows from{' '}
      <Link href={`${paths.history(orgSlug)}?panel=${panelAddress({ kind: 'run', runId })}`} prefetch={false}>
        Run {runId}
      </Link>
    </p>
  );
}

function contextOf(
  runId: number,
  summary: { name: string; userName: string } | undefined,
  progress: BulkProgress | undefined,
): string {
  return [
    ...(summary === undefined ? [`Run ${runId}`] : [summary.name, `started by ${summary.userName}`]),
    ...(progress === undefined ? [] : [countRows(progress.total)]),
    ...(progress?.rerunOf == null ? [] : [`rerun of what failed in run ${progress.rerunOf}`]),
  ].join(' · ');
}

/** Announced once it has ended; until then, the bar tells how far it is. */
function endWords(progress: BulkProgress): string {
  if (progress.endedAt === null) return '';
  return `Ended: ${formatCount(progress.success)} succeeded, ${formatCount(failedRows(progress))} failed, ${formatCount(progress.canceled)} canceled`;
}

type ControlsOf = ReturnType<typeof useBulkControls>;

function Controls({ progress, controls }: { progress: BulkProgress; controls: ControlsOf }) {
  const { isPaused, isStopping, startedAt } = progress;
  return (
    <div className={styles.controls}>
      {!isStopping && startedAt !== null && (
        <Button
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
          disabled={controls.isBusy}
          onClick={isPaused ? controls.resume : controls.pause}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      <Button
        variant="default"
        className={styles.stop}
        leftSection={<IconPlayerStop {...icon} />}
        disabled={controls.isBusy}
        onClick={() => void askToStop(progress, controls)}
      >
        Stop
      </Button>
    </div>
  );
}

async function askToStop({ waiting, running }: BulkProgress, controls: ControlsOf): Promise<void> {
  let withRunning = false;
  const agreed = await confirm({
    title: 'Stop this bulk run?',
    body: (
      <div className={styles.ask}>
        <p>{rowsOf(waiting)} that wait are canceled. Rows that have ended stay as they are.</p>
        {running > 0 && (
          <Checkbox
            label={`Also cancel ${rowsOf(running)} in progress`}
            onChange={({ currentTarget }) => {
              withRunning = currentTarget.checked;
            }}
          />
        )}
      </div>
    ),
    confirmLabel: 'Stop',
    cancelLabel: 'Continue',
    isDangerous: true,
  });
  if (agreed) controls.stop(withRunning);
}

const rowsOf = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`);

function Rerun({ progress, controls }: { progress: BulkProgress; controls: ControlsOf }) {
  if (progress.endedAt === null) return null;
  const failed = failedRows(progress);
  const isOfCanceled = failed === 0;
  if (progress.failure === 0) return null;
  return (
    <Button
      leftSection={<IconRefresh {...icon} />}
      loading={controls.isBusy}
      onClick={() => void askToRerun(isOfCanceled ? progress.canceled : failed, isOfCanceled, controls)}
    >
      {isOfCanceled
        ? `Run ${formatCount(progress.canceled)} canceled`
        : `Re-run ${formatCount(failed)} failed`}
    </Button>
  );
}

async function askToRerun(count: number, isOfCanceled: boolean, controls: ControlsOf): Promise<void> {
  const what = isOfCanceled ? 'canceled' : 'failed';
  const agreed = await confirm({
    title: count === 1 ? `Run the ${what} row again?` : `Run the ${formatCount(count)} ${what} rows again?`,
    body: 'Each row is a run of its own, with the same values as before.',
    confirmLabel: `Run ${formatCount(count)}`,
  });
  if (agreed) controls.rerun(isOfCanceled);
}
