'use client';

import { Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/api-client';
import { listRuns, type runSummary } from '@/lib/contract/history';
import { opaqueObject } from '@/lib/contract/values';
import { queryKey } from '@/lib/query-keys';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { countRows } from '@/lib/runs/row-counts';
import { statusLabel } from '@/lib/runs/run-status';
import { injectedValues } from '../form/injected-values';
import type { FormActions } from '../form/use-form-state';
import { valuesLine } from '../runs/shown-values';
import type { Command } from '../use-command';
import styles from './previous-runs-panel.module.css';

type RunSummary = z.output<typeof runSummary>;

interface PreviousRunsPanelProps {
  command: Command;
  form: FormActions;
  /** Shows a run's card on the page. */
  onOpen: (runId: number) => void;
}

/** The latest runs of a command, to reuse their values or view their results. */
export function PreviousRunsPanel({ command, form, onOpen }: PreviousRunsPanelProps) {
  const panels = useSidePanels();
  const { orgId, template } = command;
  const filter = [`ol_id:${template.templateId}`, 'is_dropdown:false', 'is_startup:false'];
  const input = { params: { orgId }, query: { filter, sortDesc: 'start_time', per_page: 25, page: 0 } };
  const runs = useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    staleTime: 0,
  });
  return (
    <SidePanel title="Previous Runs" context={command.name}>
      <QueryState
        query={runs}
        loading={<PreviousRunsSkeleton />}
        isEmpty={(found) => found.length === 0}
        empty={
          <EmptyNotice icon={<IconHistory size={22} stroke={1.75} />} title="Not run yet">
            Every run is kept here, with its values and its result.
          </EmptyNotice>
        }
      >
        {(found) => (
          <ul className={styles.runs}>
            {found.map((run) => (
              <li key={run.runId} className={styles.run}>
                <RunLine command={command} run={run} />
                <div className={styles.actions}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() => {
                      form.fill(injectedValues(command.template.inputs, paramsOf(run)));
                      panels.closeAll();
                    }}
                  >
                    Use these values
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => {
                      onOpen(run.runId);
                      panels.closeAll();
                    }}
                  >
                    Show result
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SidePanel>
  );
}

function RunLine({ command, run }: { command: Command; run: RunSummary }) {
  const durationMs = runDurationMs(run);
  const values = valuesLine(command, paramsOf(run));
  return (
    <>
      <div className={styles.line}>
        <StatusPill {...statusLabel(run.status, run.endReason)} />
        <span className={styles.facts}>
          <Moment at={run.startedAt ?? run.createdAt} as="ago" /> · {run.userName}
          {run.totalRows !== null && ` · ${countRows(run.totalRows)}`}
          {durationMs !== null && ` · ${formatDuration(durationMs)}`}
        </span>
      </div>
      {values !== '' && <div className={styles.values}>{values}</div>}
    </>
  );
}

/** The list truncates long values to text, which can't be reused. */
function paramsOf({ params }: RunSummary) {
  return opaqueObject.safeParse(params).data ?? {};
}

/** A placeholder for the list while it loads. */
function PreviousRunsSkeleton() {
  return (
    <div className={styles.runs}>
      {[210, 170, 190, 150, 200].map((width) => (
        <div key={width} className={styles.run}>
          <Skeleton height={18} width={width} />
          <Skeleton height={12} mt={10} width="70%" />
          <Skeleton height={28} mt={12} width={120} />
        </div>
      ))}
    </div>
  );
}
