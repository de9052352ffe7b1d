'use client';

import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ROW_LINK } from '@/components/ui/table/use-row-keys';
import { describeStatus } from '../run/describe-run';
import type { RunSummary } from '../use-history';
import type { Column } from './columns';
import { RowsBelow } from './rows-below';
import { RunCell } from './run-cell';
import { RunMenu } from './run-menu';
import styles from './run-row.module.css';
import { useLiveSummary } from './use-live-summary';
import type { Selection } from './use-selection';

interface RunRowProps {
  run: RunSummary;
  columns: readonly Column[];
  orgSlug: string;
  /** Null for a row of a bulk run or an auto-run, which is listed below its parent. */
  selection: Selection | null;
  /** How many parents it is listed below. */
  level?: number;
}

/** One run of the history. The command's name opens it, and covers the whole row. A bulk run can be expanded, and a run with auto-runs. */
export function RunRow({ run: listed, columns, orgSlug, selection, level = 0 }: RunRowProps) {
  const run = useLiveSummary(listed);
  const panels = useSidePanels();
  const [isExpanded, setExpanded] = useState(false);
  const isSelected = selection?.has(run.runId) ?? false;
  const row = (
    <tr
      aria-label={`Run ${run.runId}, ${run.name}`}
      className={styles.row}
      data-selected={isSelected || undefined}
      data-child={level > 0 ? level : undefined}
    >
      <td className={styles.check}>
        {selection !== null && (
          <Checkbox
            aria-label={`Select run ${run.runId}, ${run.name}`}
            checked={isSelected}
            onChange={() => selection.toggle(run.runId)}
          />
        )}
      </td>
      <td className={styles.status}>
        <StatusPill {...describeStatus(run)} />
      </td>
      <td className={styles.command}>
        {(run.isBulkParent || run.hasAutoRuns || run.autoRunsWaitFor !== null) && (
          <ActionIcon
            className={styles.expand}
            size={24}
            aria-label={`${run.isBulkParent ? 'Rows' : 'Auto-runs'} of run ${run.runId}, ${run.name}`}
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            <IconChevronRight size={16} stroke={1.75} />
          </ActionIcon>
        )}
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
          {level === 0 && run.bulkParentId !== null && (
            <span className={styles.dry}> · Row of bulk run {run.bulkParentId}</span>
          )}
          {run.isDryRun && <span className={styles.dry}> · Dry run</span>}
          {run.ranAnyway && <span className={styles.dry}> · Run anyway</span>}
          {run.autoRunsWaitFor !== null && <span className={styles.dry}> · Auto-run waits</span>}
          {run.dealtWithBy !== null && (
            <span className={styles.dry} title={`Handled by ${run.dealtWithBy}`}>
              {' '}
              · Handled
            </span>
          )}
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
  if (!isExpanded) return row;
  return (
    <>
      {row}
      <RowsBelow parent={run} columnCount={columns.length + 4}>
        {(child) => (
          <RunRow
            key={child.runId}
            run={child}
            columns={columns}
            orgSlug={orgSlug}
            selection={null}
            level={level + 1}
          />
        )}
      </RowsBelow>
    </>
  );
}
