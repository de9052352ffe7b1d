'use client';

import { Button } from '@mantine/core';
import { IconChecks, IconGitCompare, IconRepeat, IconTrash, IconX } from '@tabler/icons-react';
import { LinkButton } from '@/components/ui/layout/link-button';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { MOST_MARKED } from '@/lib/contract/running/run-marks';
import { paths } from '@/lib/paths';
import { formatCount } from '@/lib/runs/row-counts';
import type { RunSummary } from '../use-history';
import { CombineButton } from './combine-button';
import styles from './selection-bar.module.css';
import { useDeleteResults } from './use-delete-results';
import { isFailure, useMarkRuns } from './use-mark-runs';
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
  const { askToDelete, isDeleting } = useDeleteResults();
  const { runs } = selection;
  // The newest is first.
  const [newer, older] = runs;
  const failures = runs.filter(isFailure);
  const isOpen = failures.some(({ dealtWithBy }) => dealtWithBy === null);
  const oneCommand = onlyCommand(runs);
  const own = runs.filter(({ mayDeleteResult }) => mayDeleteResult);
  return (
    <div className={styles.place} role="status">
      {runs.length > 0 && (
        <div className={styles.bar}>
          <span className={styles.count}>{runs.length} selected</span>
          <CombineButton runs={runs} />
          {older !== undefined && newer !== undefined && runs.length === 2 && (
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
              href={`${paths.builder(orgSlug, oneCommand)}&panel=${panelAddress({ kind: 'bulk', runIds: runs.map(({ runId }) => runId) })}`}
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
                mark.mutate({ runs: { runIds }, isDealtWith: isOpen }, { onSuccess: selection.clear });
              }}
            >
              {isOpen ? 'Mark as dealt with' : 'Take marks back'}
            </Button>
          )}
          {selection.isAll && isOpen && count !== null && count > runs.length && (
            <Button
              variant="subtle"
              loading={mark.isPending}
              onClick={() =>
                mark.mutate({ runs: { filter }, isDealtWith: true }, { onSuccess: selection.clear })
              }
            >
              All {formatCount(count)}
              {count >= MOST_MARKED && ' newest'} that match
            </Button>
          )}
          {own.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              loading={isDeleting}
              onClick={() => void askToDelete(own).then((isDone) => isDone && selection.clear())}
            >
              {own.length === runs.length ? 'Delete results' : `Delete results of ${own.length}`}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
            aria-label="Clear"
            onClick={selection.clear}
          >
            <span className={styles.words}>Clear</span>
          </Button>
        </div>
      )}
    </div>
  );
}

/** The command of all these runs; null if there are several, or if their values can't be run again here. */
function onlyCommand(runs: readonly RunSummary[]): number | null {
  const [first, ...others] = runs;
  if (first === undefined || others.some(({ commandId }) => commandId !== first.commandId)) return null;
  return runs.some(({ isBulkParent }) => isBulkParent) ? null : first.commandId;
}
