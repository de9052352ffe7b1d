'use client';

import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import {
  IconDownload,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRef } from 'react';
import { CombineMenu } from '@/components/result-view/combine/combine-menu';
import type { BulkProgress } from '@/components/run-stream/run-stream';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { QueryState } from '@/components/ui/feedback/query-state';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { LinkButton } from '@/components/ui/layout/link-button';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { type BulkRows as FirstRows, writeBulkRows } from '@/lib/bulk/bulk-rows';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import type { ResponseOf } from '@/lib/contract/operation';
import { readRunSummary } from '@/lib/contract/runs/history';
import { bulkCountsIn } from '@/lib/results/bulk-counts';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import { starterOf } from '@/lib/runs/summary/run-starter';
import { askBeforeBulk } from './ask-before-bulk';
import { BulkBar, failedRows } from './bulk-bar';
import { BulkRows } from './bulk-rows';
import styles from './bulk-run-panel.module.css';
import { useLeftOut } from './left-out-rows';
import { type BulkRunId, useBulkControls, useBulkRun } from './use-bulk-run';

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
          {progress !== undefined && progress.endedAt !== null && failedRows(progress) > 0 && (
            <LinkButton
              href={bulkPanelOf(org.slug, commandId, { kind: 'failed', runId })}
              variant="default"
              leftSection={<IconPencil {...icon} />}
            >
              Change failed rows
            </LinkButton>
          )}
          {progress !== undefined && <Rerun bulk={bulk} progress={progress} controls={controls} />}
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
            <LeftOut href={bulkPanelOf(org.slug, commandId, { kind: 'left-out', runId })} runId={runId} />
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

/** The bulk panel of a command with rows of one of its bulk runs, to change them before they run. */
const bulkPanelOf = (orgSlug: string, commandId: number, rows: FirstRows): string =>
  `${paths.builder(orgSlug, commandId)}&panel=${encodeURIComponent(panelAddress({ kind: 'bulk', rows: writeBulkRows(rows) }))}`;

const MOST_NUMBERS = 5;

/** The rows with a problem that didn't run, with the way back to them; nothing where they aren't known anymore. */
function LeftOut({ runId, href }: { runId: number; href: string }) {
  const table = useLeftOut(runId);
  if (table === undefined) return null;
  const numbers = (table.numbers ?? []).map(formatCount);
  const named = numbers.slice(0, MOST_NUMBERS).join(', ');
  return (
    <p className={styles.from}>
      {numbers.length === 1
        ? `Row ${named} has a problem and was left out.`
        : `${countRows(numbers.length)} with a problem were left out: ${named}${numbers.length > MOST_NUMBERS ? ', and more' : ''}.`}{' '}
      <Link href={href} prefetch={false}>
        {numbers.length === 1 ? 'Change it and run it' : 'Change them and run them'}
      </Link>
    </p>
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
  summary: ResponseOf<typeof readRunSummary> | undefined,
  progress: BulkProgress | undefined,
): string {
  return [
    ...(summary === undefined ? [`Run ${runId}`] : [summary.name, `started by ${starterOf(summary)}`]),
    ...(progress === undefined ? [] : [countRows(progress.total)]),
    ...(progress?.rerunOf == null ? [] : [`failed rows of run ${progress.rerunOf}, run again`]),
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

function Rerun({
  bulk,
  progress,
  controls,
}: {
  bulk: BulkRunId;
  progress: BulkProgress;
  controls: ControlsOf;
}) {
  const queryClient = useQueryClient();
  const isAsking = useRef(false);
  if (progress.endedAt === null || progress.failure === 0) return null;
  const failed = failedRows(progress);
  const isOfCanceled = failed === 0;
  const count = isOfCanceled ? progress.canceled : failed;
  /** The question is that of the command as it is now, as before any bulk run of it. */
  async function askToRerun(): Promise<void> {
    const input = { params: { orgId: bulk.orgId, kitId: bulk.commandId } };
    const command = await queryClient.fetchQuery({
      queryKey: queryKey(readCommand, input),
      queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
    });
    const extras = await askBeforeBulk(command, { count, isAgain: true });
    if (extras !== null) controls.rerun(isOfCanceled, extras);
  }
  /** A double click asks once. */
  async function press(): Promise<void> {
    if (isAsking.current) return;
    isAsking.current = true;
    await askToRerun().catch((error: unknown) => toast.failure('The rows could not be run again', error));
    isAsking.current = false;
  }
  return (
    <Button leftSection={<IconRefresh {...icon} />} loading={controls.isBusy} onClick={() => void press()}>
      {`Run ${formatCount(count)} ${isOfCanceled ? 'canceled' : 'failed'} again`}
    </Button>
  );
}
