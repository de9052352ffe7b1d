'use client';

import { Checkbox } from '@mantine/core';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ROW_LINK } from '@/components/ui/table/use-row-keys';
import { describeStatus } from '../run/describe-run';
import type { RunSummary } from '../use-history';
import type { Column } from './columns';
import { RunCell } from './run-cell';
import { RunMenu } from './run-menu';
import styles from './run-row.module.css';
import { useLiveSummary } from './use-live-summary';
import type { Selection } from './use-selection';

interface RunRowProps {
  run: RunSummary;
  columns: readonly Column[];
  orgSlug: string;
  selection: Selection;
}

/** One run of the history. The command's name opens it, and covers the whole row. */
export function RunRow({ run: listed, columns, orgSlug, selection }: RunRowProps) {
  const run = useLiveSummary(listed);
  const panels = useSidePanels();
  const isSelected = selection.has(run.runId);
  return (
    <tr className={styles.row} data-selected={isSelected || undefined}>
      <td className={styles.check}>
        <Checkbox
          aria-label={`Select run ${run.runId}, ${run.name}`}
          checked={isSelected}
          onChange={() => selection.toggle(run.runId)}
        />
      </td>
      <td className={styles.status}>
        <StatusPill {...describeStatus(run)} />
      </td>
      <td className={styles.command}>
        <a
          href={`?panel=${panelAddress({ kind: 'run', runId: run.runId })}`}
          className={styles.name}
          title={run.name}
          {...{ [ROW_LINK]: '' }}
          onClick={(event) => {
            // In a new tab or window it is a link like any other.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            panels.push({ kind: 'run', runId: run.runId });
          }}
        >
          {run.name}
          {run.isDryRun && <span className={styles.dry}> · Dry run</span>}
        </a>
      </td>
      {columns.map(({ key, label }) => (
        <td
          key={key}
          className={styles.fact}
          data-column={key}
          data-label={label}
          dir={key === 'values' ? 'auto' : undefined}
        >
          <RunCell run={run} column={key} />
        </td>
      ))}
      <td className={styles.menu}>
        <RunMenu run={run} orgSlug={orgSlug} />
      </td>
    </tr>
  );
}
