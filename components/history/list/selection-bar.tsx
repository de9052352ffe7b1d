'use client';

import { Button } from '@mantine/core';
import { IconChecks, IconGitCompare, IconRepeat, IconTrash, IconX } from '@tabler/icons-react';
import { isFailure, useMarkRuns } from '@/components/run-stream/use-mark-runs';
import { LinkButton } from '@/components/ui/layout/link-button';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { paths } from '@/lib/base/paths';
import { writeBulkRows } from '@/lib/bulk/bulk-rows';
import { MOST_MARKED } from '@/lib/contract/runs/run-marks';
import { formatCount } from '@/lib/results/table/row-counts';
import type { RunSummary } from '../use-history';
import { CombineButton } from './combine-button';
import styles from './selection-bar.module.css';
import { useDeleteResults } from './use-delete-results';
import type { Selection } from './use-selection';

interface SelectionBarProps {
  selection: Selection;
  org: { orgId: string; slug: string };
  /** How many runs match the filters; null until that is known. */
  count: number | null;
  /** The filters in the API's notation. */
  filter: string[];
}

/** Actions on the selected runs, as far as permitted; nothing if none are selected. */
export function SelectionBar({ selection, org, count, filter }: SelectionBarProps) {
  const orgSlug = org.slug;
  const mark = useMarkRuns(org.orgId);
  const { askToDelete, deleting } = useDeleteResults(org.orgId);
  const { runs, isMatching } = selection;
  // The newest is first.
  const [newer, older] = runs;
  const failures = runs.filter(isFailure);
  const isOpen = failures.some(({ dealtWithBy }) => dealtWithBy === null);
  const oneCommand = onlyCommand(runs);
  const own = runs.filter(({ mayDeleteResult }) => mayDeleteResult);
  const isMore = selection.isAll && count !== null && count > runs.length;
  const isAllOfMany = isMatching && isMore;
  const matching = count === null ? '' : `${formatCount(count)}${count >= MOST_MARKED ? ' newest' : ''}`;
  if (deleting !== null) {
    return (
      <div className={styles.place}>
        <div className={styles.bar} data-selection-bar>
          <span className={styles.count} role="status">
            {deleting.words}
          </span>
          <Button variant="default" onClick={deleting.stop}>
            Stop
          </Button>
        </div>
      </div>
    );
  }
  const clear = (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
      aria-label="Clear"
      className={styles.clear}
      onClick={selection.clear}
    >
      <span className={styles.words}>Clear</span>
    </Button>
  );
  return (
    <div className={styles.place} role="status">
      {runs.length > 0 && (
        <div className={styles.bar} data-selection-bar>
          <span className={styles.count}>
            {isAllOfMany ? `All ${matching} that match` : `${runs.length} selected`}
          </span>
          {/* One of the two is displayed, so that the order of the Tab key is the one that people see. */}
          <span className={styles.clearFirst}>{clear}</span>
          {isMore && !isMatching && (
            <Button variant="subtle" onClick={selection.chooseMatching}>
              Select all {matching} that match
            </Button>
          )}
          {!isAllOfMany && <CombineButton runs={runs} />}
          {!isAllOfMany && older !== undefined && newer !== undefined && runs.length === 2 && (
            <LinkButton
              variant="default"
              href={paths.compareRuns(orgSlug, older.runId, newer.runId)}
              leftSection={<IconGitCompare size={16} stroke={1.75} aria-hidden />}
            >
              Compare
            </LinkButton>
          )}
          {oneCommand !== null && (
            <LinkButton
              variant="default"
              href={againAddress(orgSlug, oneCommand, isAllOfMany ? filter : runs)}
              leftSection={<IconRepeat size={16} stroke={1.75} aria-hidden />}
            >
              Run again
            </LinkButton>
          )}
          {failures.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconChecks size={16} stroke={1.75} aria-hidden />}
              loading={mark.isPending}
              onClick={() => {
                const runIds = failures.map(({ runId }) => runId);
                mark.mutate(
                  { runs: isAllOfMany ? { filter } : { runIds }, isDealtWith: isOpen },
                  { onSuccess: selection.clear },
                );
              }}
            >
              {isOpen ? 'Mark as handled' : 'Mark as unhandled'}
            </Button>
          )}
          {own.length > 0 && (
            <Button
              variant="default"
              className={styles.taking}
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              onClick={() =>
                void askToDelete(isAllOfMany ? { filter, count: count ?? 0 } : { runs: own }).then(
                  (isDone) => isDone && selection.clear(),
                )
              }
            >
              {isAllOfMany || own.length === runs.length
                ? 'Delete results'
                : `Delete results of ${own.length}`}
            </Button>
          )}
          <span className={styles.clearLast}>{clear}</span>
        </div>
      )}
    </div>
  );
}

/** The command's bulk panel with the values of these runs, or of all of its runs that match filters. */
function againAddress(
  orgSlug: string,
  commandId: number,
  which: readonly RunSummary[] | readonly string[],
): string {
  const runIds = which.flatMap((run) => (typeof run === 'string' ? [] : [run.runId]));
  const filter = which.filter((each) => typeof each === 'string');
  const rows = writeBulkRows(
    filter.length === 0
      ? { kind: 'runs', runIds }
      : { kind: 'matching', filter: [...filter, `kit_id:${commandId}`, 'is_bulk_parent:false'] },
  );
  return `${paths.builder(orgSlug, commandId)}&panel=${encodeURIComponent(panelAddress({ kind: 'bulk', rows }))}`;
}

/** The command of all these runs; null if there are several, or if their values can't be run again here. */
function onlyCommand(runs: readonly RunSummary[]): number | null {
  const [first, ...others] = runs;
  if (first === undefined || others.some(({ commandId }) => commandId !== first.commandId)) return null;
  return runs.some(({ isBulkParent }) => isBulkParent) ? null : first.commandId;
}
