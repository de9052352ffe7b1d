'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { opaqueObject } from '@/lib/wire/values';
import { injectParams } from '../form/starting-values/inject-params';
import { injectedValues } from '../form/starting-values/injected-values';
import type { FormActions } from '../form/use-form-state';
import { RunLine, type RunSummary } from '../runs/card/run-line';
import { usePreviousRuns } from '../runs/use-previous-runs';
import type { Command } from '../use-command';
import styles from './previous-runs-panel.module.css';
import { PreviousRunsSkeleton } from './previous-runs-skeleton';

const SHOWN = 25;

interface PreviousRunsPanelProps {
  command: Command;
  form: FormActions;
  /** Shows a run's card on the page. */
  onOpen: (runId: number) => void;
}

/** The latest runs of a command, to reuse their values or view their results. */
export function PreviousRunsPanel({ command, form, onOpen }: PreviousRunsPanelProps) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const runs = usePreviousRuns(command, SHOWN);
  function fillFrom({ runId, params }: RunSummary): void {
    const { data: values } = opaqueObject.safeParse(params);
    if (values !== undefined) form.fill(injectedValues(command.template.inputs, values));
    // The list leaves out those of a bulk run, and cuts long ones.
    else void injectParams(queryClient, command, String(runId), form.fill);
    panels.closeAll();
  }
  return (
    <SidePanel
      title="Previous runs"
      context={command.name}
      footer={
        runs.data === undefined || runs.data.length === 0 ? undefined : (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => panels.push({ kind: 'batch-download' })}
          >
            Batch download
          </Button>
        )
      }
    >
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
                <UnstyledButton
                  className={styles.open}
                  title={run.resultDeletion === null ? 'Show result' : 'Show run'}
                  onClick={() => {
                    onOpen(run.runId);
                    panels.closeAll();
                  }}
                >
                  <RunLine command={command} run={run} />
                </UnstyledButton>
                <Button
                  className={styles.use}
                  variant="subtle"
                  color="gray"
                  size="xs"
                  onClick={() => fillFrom(run)}
                >
                  Use these values
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SidePanel>
  );
}
