'use client';

import { Button } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RunValues } from '@/components/result-view/facts/run-values';
import { useShown } from '@/components/run-stream/shown-runs';
import { type Run, useRun } from '@/components/run-stream/use-run';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { callApi, operationUrl } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';
import { readReceipt } from '@/lib/contract/runs/receipts';
import { inputNames } from '@/lib/inputs/input-names';
import { formatCount } from '@/lib/results/table/row-counts';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { hasEnded, runLabel } from '@/lib/runs/run-status';
import { fullTime } from '@/lib/runs/run-times';
import { starterOf } from '@/lib/runs/summary/run-starter';
import { shownValues } from '../runs/card/shown-values';
import type { Command } from '../use-command';
import styles from './run-details-panel.module.css';

/** Everything about one run except its result: when, who, how long, and every value in full. */
export function RunDetailsPanel({ command, runId }: { command: Command; runId: number }) {
  const { query } = useRun(command.orgId, command.commandId, runId);
  const input = { params: { orgId: command.orgId, runId } };
  const summary = useQuery({
    queryKey: queryKey(readRunSummary, input),
    queryFn: ({ signal }) => callApi(readRunSummary, input, { signal }),
  });
  useShown(query.data);
  return (
    <SidePanel
      title={`Run ${runId}`}
      context={command.name}
      footer={
        query.data !== undefined &&
        hasEnded(query.data.status) && (
          <Button
            component="a"
            href={operationUrl(readReceipt, { params: { orgId: command.orgId, runId } })}
            download
            variant="default"
            leftSection={<IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden />}
          >
            Download the receipt
          </Button>
        )
      }
    >
      <QueryState query={query} loading={<LinesSkeleton lines={6} />}>
        {(run) => {
          const values = shownValues(command, run.params ?? {});
          const durationMs = runDurationMs(run);
          return (
            <>
              <dl className={styles.facts}>
                <Fact name="Status">
                  <StatusPill {...runLabel(run)} />
                </Fact>
                <Fact name="Run by">
                  {summary.data === undefined ? run.userName : starterOf(summary.data)}
                </Fact>
                {hasWaited(run) && <Fact name="Created">{fullTime(run.createdAt)}</Fact>}
                <Fact name="Started">{run.startedAt === null ? '–' : fullTime(run.startedAt)}</Fact>
                <Fact name="Took">{durationMs === null ? '–' : formatDuration(durationMs)}</Fact>
                <Fact name="Rows">{run.totalRows === null ? '–' : formatCount(run.totalRows)}</Fact>
              </dl>
              <RunValues params={values} names={inputNames(command.template.inputs)} />
            </>
          );
        }}
      </QueryState>
    </SidePanel>
  );
}

/** Whether it started later than the second it was created in, or not at all. */
const hasWaited = ({ createdAt, startedAt }: Run): boolean =>
  startedAt === null || fullTime(startedAt) !== fullTime(createdAt);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
