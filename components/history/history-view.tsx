'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { IconDownload, IconFilterOff, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PageTitle } from '@/components/ui/layout/page-title';
import { Pager } from '@/components/ui/table/pager';
import { paths } from '@/lib/base/paths';
import { ApiError, operationUrl } from '@/lib/client/api-client';
import { DEEPEST_ROW, exportRuns } from '@/lib/contract/runs/history';
import { formatCount } from '@/lib/results/table/row-counts';
import { BulkRowsFound } from './filters/bulk-rows-found';
import { HistoryFilterBar } from './filters/history-filter-bar';
import { SearchReach } from './filters/search-reach';
import { type HistoryFilters, isNarrowed } from './history-address';
import { apiFilters, exportInput, ROWS_A_PAGE } from './history-input';
import { HistorySkeleton } from './history-skeleton';
import styles from './history-view.module.css';
import { ColumnsMenu, useColumns } from './list/columns-menu';
import { RunList } from './list/run-list';
import { SelectionBar } from './list/selection-bar';
import { useSelection } from './list/use-selection';
import { type BulkRows, useBulkRows } from './use-bulk-rows';
import { type RunSummary, useHistory } from './use-history';
import { useHistoryAddress } from './use-history-address';

const none: readonly RunSummary[] = [];

/** Who ran what, when, with which values, and how it ended: page by page, across all of the person's commands. */
export function HistoryView({ org, userId }: { org: { orgId: string; slug: string }; userId: string }) {
  const { address, change } = useHistoryAddress();
  const { runs, count, searchedUntil, isSettling } = useHistory(org.orgId, address);
  const selection = useSelection(runs.data);
  const { columns, toggle } = useColumns();
  const [isSelecting, setSelecting] = useState(false);
  const bulkRows = useBulkRows(org.orgId, address);
  const showBulkRows = () => bulkRows !== null && change.filter({ filter: bulkRows.filter });
  const isTurning = isSettling || runs.isPlaceholderData;
  return (
    <>
      <div className={styles.head}>
        <PageTitle>History</PageTitle>
        <SelectionBar selection={selection} org={org} count={count} filter={apiFilters(address)} />
        <Button
          variant="default"
          hiddenFrom="sm"
          aria-pressed={isSelecting}
          onClick={() => {
            if (isSelecting) selection.clear();
            setSelecting(!isSelecting);
          }}
        >
          {isSelecting ? 'Done' : 'Select'}
        </Button>
        <ColumnsMenu columns={columns} onToggle={toggle} />
        <Button
          component="a"
          href={operationUrl(exportRuns, exportInput(org.orgId, address))}
          download
          variant="default"
          className={styles.export}
          title={`The newest ${formatCount(DEEPEST_ROW)} runs that match, as a table`}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          <span className={styles.exportWords}>Export as CSV</span>
        </Button>
      </div>
      <HistoryFilterBar
        orgId={org.orgId}
        userId={userId}
        filters={address}
        change={change}
        runs={runs.data ?? none}
      />
      {searchedUntil !== null && (
        <SearchReach depth={address.depth} until={searchedUntil} onLookFurther={change.toDepth} />
      )}
      {bulkRows !== null && (runs.data?.length ?? 0) > 0 && (
        <BulkRowsFound rows={bulkRows} onShow={showBulkRows} />
      )}
      {isRefused(runs.error) ? (
        <UnknownFilter onRemove={() => change.filter({ filter: [] })} />
      ) : (
        <QueryState
          query={runs}
          loading={<HistorySkeleton />}
          isEmpty={(loaded) => loaded.length === 0}
          empty={
            <NoRuns
              orgSlug={org.slug}
              filters={address}
              page={address.page}
              bulkRows={bulkRows}
              onShowBulkRows={showBulkRows}
              onClear={change.clear}
              onFirstPage={() => change.toPage(0)}
            />
          }
        >
          {(loaded) => (
            <div className={styles.card} aria-busy={isTurning}>
              <div className={styles.wide} data-fades>
                <RunList
                  runs={loaded}
                  columns={columns}
                  orgSlug={org.slug}
                  selection={selection}
                  isSelecting={isSelecting}
                />
              </div>
              <Pager
                page={address.page}
                rowsAPage={ROWS_A_PAGE}
                rowsHere={loaded.length}
                count={count}
                deepestRow={DEEPEST_ROW}
                labels={{ before: 'Newer runs', after: 'Older runs' }}
                onTurn={change.toPage}
              />
            </div>
          )}
        </QueryState>
      )}
      <VisuallyHidden role="status">
        {!isTurning && runs.data !== undefined && isNarrowed(address) && count !== null && `${count} found`}
      </VisuallyHidden>
    </>
  );
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid';

/** For a link with a filter that the server refuses. What it takes is said to programs, by its names of fields. */
function UnknownFilter({ onRemove }: { onRemove: () => void }) {
  return (
    <div className={styles.card}>
      <EmptyNotice
        icon={<IconFilterOff size={22} stroke={1.75} />}
        title="This filter can't be used"
        action={
          <Button variant="default" onClick={onRemove}>
            Remove the filter
          </Button>
        }
      >
        The link has a filter that the history doesn't know, or a value that doesn't fit it.
      </EmptyNotice>
    </div>
  );
}

/** Where the search looked, and what else leaves runs out. */
function whyNone({ q, ...filters }: HistoryFilters): string {
  return [
    ...(q === '' ? [] : ['The search looks in the names of commands, the names of people, and the values.']),
    ...(filters.dropdowns && filters.startup
      ? []
      : ['Runs for dropdowns and at startup are listed only if you switch them on under Add filter.']),
  ].join(' ');
}

interface NoRunsProps {
  orgSlug: string;
  filters: HistoryFilters;
  page: number;
  bulkRows: BulkRows | null;
  onShowBulkRows: () => void;
  onClear: () => void;
  onFirstPage: () => void;
}

function NoRuns(props: NoRunsProps) {
  const { orgSlug, filters, page, bulkRows, onShowBulkRows, onClear, onFirstPage } = props;
  const isOnlySearch = filters.q !== '' && !isNarrowed({ ...filters, q: '' });
  return (
    <div className={styles.card}>
      {page > 0 ? (
        <EmptyNotice
          icon={<IconHistory size={22} stroke={1.75} />}
          title="This page does not exist"
          action={<Button onClick={onFirstPage}>Go to the first page</Button>}
        >
          The runs end before page {page + 1}.
        </EmptyNotice>
      ) : bulkRows !== null ? (
        <EmptyNotice
          icon={<IconFilterOff size={22} stroke={1.75} />}
          title={`${bulkRows.words} ${bulkRows.isOne ? 'matches' : 'match'}`}
          action={<Button onClick={onShowBulkRows}>Show {bulkRows.isOne ? 'it' : 'them'}</Button>}
        >
          No other run does.
        </EmptyNotice>
      ) : isNarrowed(filters) ? (
        <EmptyNotice
          icon={<IconFilterOff size={22} stroke={1.75} />}
          title={isOnlySearch ? `No runs match “${filters.q}”` : 'No runs match these filters'}
          action={<Button onClick={onClear}>{isOnlySearch ? 'Show all runs' : 'Clear the filters'}</Button>}
        >
          {whyNone(filters)}
        </EmptyNotice>
      ) : (
        <EmptyNotice
          icon={<IconHistory size={22} stroke={1.75} />}
          title="Nothing has run yet"
          action={<LinkButton href={paths.commands(orgSlug)}>Go to commands</LinkButton>}
        >
          Every run of your commands is listed here: who ran it, when, with which values, and how it went.
        </EmptyNotice>
      )}
    </div>
  );
}
