'use client';

import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinkButton } from '@/components/ui/layout/link-button';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { Pager } from '@/components/ui/table/pager';
import { paths } from '@/lib/base/paths';
import { DEEPEST_ROW, SEARCHED_RUNS } from '@/lib/contract/runs/history';
import { type CountedRuns, filtersOf, readCountedRuns, titleOfRuns } from '@/lib/figures/counted-runs';
import { noFilters } from '../history-address';
import { ROWS_A_PAGE } from '../history-input';
import { HistorySkeleton } from '../history-skeleton';
import { AT_FIRST, COLUMNS } from '../list/columns';
import { RunList } from '../list/run-list';
import { useSelection } from '../list/use-selection';
import { useHistory } from '../use-history';
import styles from './counted-runs-panel.module.css';
import { useCountedContext } from './use-counted-context';

interface CountedRunsPanelProps {
  /** lib/figures/counted-runs.ts: countedRunsText. */
  figure: string;
  org: PanelPage['org'];
}

const columns = COLUMNS.filter(({ key }) => AT_FIRST.includes(key));

/** The runs that a figure counts. */
export function CountedRunsPanel({ figure, org }: CountedRunsPanelProps) {
  const counted = readCountedRuns(figure);
  const [page, setPage] = useState(0);
  const filter = filtersOf(counted);
  const shown = { ...noFilters, dropdowns: true, startup: true, filter };
  const { runs, count } = useHistory(org.orgId, { ...shown, depth: SEARCHED_RUNS, page });
  const selection = useSelection(runs.data);
  const context = useCountedContext(org.orgId, counted, runs.data);
  return (
    <SidePanel title={titleOfRuns(counted)} context={context} isWide>
      <QueryState
        query={runs}
        loading={<HistorySkeleton />}
        isEmpty={(loaded) => loaded.length === 0}
        empty={
          <EmptyNotice icon={<IconHistory size={22} stroke={1.75} />} title="No runs to list">
            {unlistedWords(counted) ?? 'None of your commands has such runs.'}
          </EmptyNotice>
        }
      >
        {(loaded) => (
          <>
            <div className={styles.card} aria-busy={runs.isPlaceholderData}>
              <div className={styles.wide} data-fades>
                <RunList
                  runs={loaded}
                  columns={columns}
                  orgSlug={org.slug}
                  selection={selection}
                  isSelecting={false}
                />
              </div>
              <Pager
                page={page}
                rowsAPage={ROWS_A_PAGE}
                rowsHere={loaded.length}
                count={count}
                deepestRow={DEEPEST_ROW}
                labels={{ before: 'Newer runs', after: 'Older runs' }}
                onTurn={setPage}
              />
            </div>
            <div className={styles.onward}>
              <LinkButton variant="default" size="compact-sm" href={historyWith(org.slug, counted, filter)}>
                Filter them in History
              </LinkButton>
              <span className={styles.note}>{unlistedWords(counted)}</span>
            </div>
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}

/** What counts and isn't listed. Figures of people and groups don't know how many runs that is. */
function unlistedWords({ unlisted = 0, userId, groupId }: CountedRuns): string | null {
  if (unlisted === 0) {
    return userId === undefined && groupId === undefined
      ? null
      : 'Runs of deleted commands and of other people’s private ones count, too. History doesn’t list them for you.';
  }
  const runs = unlisted === 1 ? '1 more run counts' : `${unlisted} more runs count`;
  return `${runs}, of deleted commands or other people’s private ones. History doesn’t list them for you.`;
}

function historyWith(
  slug: string,
  { dropdowns, startup }: { dropdowns?: boolean; startup?: boolean },
  filters: readonly string[],
): string {
  const query = new URLSearchParams(filters.map((filter) => ['filter', filter]));
  if (dropdowns === true) query.set('dropdowns', 'true');
  if (startup === true) query.set('startup', 'true');
  return `${paths.history(slug)}?${query}`;
}
