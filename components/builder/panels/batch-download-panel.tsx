'use client';

import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useCombineRuns } from '@/components/result-view/combine/use-combine-runs';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { CombinedFormat } from '@/lib/contract/results/combined-downloads';
import { RunLine, type RunSummary } from '../runs/card/run-line';
import { usePreviousRuns } from '../runs/use-previous-runs';
import type { Command } from '../use-command';
import styles from './batch-download-panel.module.css';
import { PreviousRunsSkeleton } from './previous-runs-skeleton';

const OFFERED = 100;

/** Downloads several results of a command as one file. */
export function BatchDownloadPanel({ command }: { command: Command }) {
  const panels = useSidePanels();
  const runs = usePreviousRuns(command, OFFERED);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [format, setFormat] = useState<CombinedFormat>('csv');
  const [withParams, setWithParams] = useState(true);
  const combine = useCombineRuns();
  const offered = runs.data?.filter(isOffered) ?? [];
  const isAll = offered.length > 0 && chosen.size === offered.length;

  function toggle(runId: number): void {
    const next = new Set(chosen);
    if (!next.delete(runId)) next.add(runId);
    setChosen(next);
  }

  return (
    <SidePanel
      title="Batch download"
      context={command.name}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button
            loading={combine.isPending}
            onClick={() =>
              combine.mutate({
                orgId: command.orgId,
                of: { runIds: offered.flatMap(({ runId }) => (chosen.has(runId) ? [runId] : [])) },
                format,
                withParams,
              })
            }
          >
            {chosen.size === 0 ? 'Download' : `Download ${chosen.size}`}
          </Button>
        </>
      }
    >
      <QueryState
        query={runs}
        loading={<PreviousRunsSkeleton />}
        isEmpty={(found) => !found.some(isOffered)}
        empty={
          <EmptyNotice icon={<IconHistory size={22} stroke={1.75} />} title="No results to combine yet">
            Results that are a table can be downloaded together, as one file.
          </EmptyNotice>
        }
      >
        {() => (
          <>
            <div className={styles.options}>
              <SegmentedControl
                aria-label="Format"
                size="sm"
                value={format}
                onChange={(value) => setFormat(value === 'xlsx' ? 'xlsx' : 'csv')}
                data={[
                  { value: 'csv', label: 'CSV' },
                  { value: 'xlsx', label: 'Excel' },
                ]}
              />
              <Checkbox
                label="Values as the first columns"
                checked={withParams}
                onChange={(event) => setWithParams(event.currentTarget.checked)}
              />
            </div>
            <Checkbox
              className={styles.all}
              label={`All ${offered.length}`}
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              onChange={() => setChosen(new Set(isAll ? [] : offered.map(({ runId }) => runId)))}
            />
            <ul className={styles.runs}>
              {offered.map((run) => (
                <li key={run.runId} className={styles.run}>
                  <Checkbox
                    checked={chosen.has(run.runId)}
                    onChange={() => toggle(run.runId)}
                    label={<RunLine command={command} run={run} />}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}

const TABLES = new Set(['json.table.rowwise', 'json.multiset.rowwise', 'single_value', 'csv']);

const isOffered = ({ status, payloadFormat, isDeleted }: RunSummary): boolean =>
  status === 'success' && !isDeleted && TABLES.has(payloadFormat ?? '');
