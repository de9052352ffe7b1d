'use client';

import { IconHistory } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinkButton } from '@/components/ui/layout/link-button';
import { parseAsPage } from '@/components/ui/table/page-parser';
import { Pager } from '@/components/ui/table/pager';
import { paths } from '@/lib/base/paths';
import { DEEPEST_ROW, SEARCHED_RUNS } from '@/lib/contract/runs/history';
import { noFilters } from './history-address';
import { ROWS_A_PAGE } from './history-input';
import { HistorySkeleton } from './history-skeleton';
import { AT_FIRST, COLUMNS } from './list/columns';
import { RunList } from './list/run-list';
import { useSelection } from './list/use-selection';
import styles from './member-runs.module.css';
import { useHistory } from './use-history';

interface MemberRunsProps {
  org: { orgId: string; slug: string };
  member: { userId: string; name: string };
}

/** All of these runs are the same person's, so the list leaves out who ran them. */
const columns = COLUMNS.filter(({ key }) => key !== 'by' && AT_FIRST.includes(key));

/** The runs that a member started, as far as the viewer has their commands. */
export function MemberRuns({ org, member }: MemberRunsProps) {
  const [page, setPage] = useQueryState('runs-page', parseAsPage.withOptions({ history: 'push' }));
  const filter = [`user_id:${member.userId}`];
  const { runs, count } = useHistory(org.orgId, { ...noFilters, depth: SEARCHED_RUNS, page, filter });
  const selection = useSelection(runs.data);
  return (
    <QueryState
      query={runs}
      loading={<HistorySkeleton />}
      isEmpty={(loaded) => loaded.length === 0}
      empty={
        <div className={styles.card}>
          <EmptyNotice icon={<IconHistory size={22} stroke={1.75} />} title="No runs yet">
            Runs by {member.name} of commands that you have, too, are listed here.
          </EmptyNotice>
        </div>
      }
    >
      {(loaded) => (
        <>
          <div className={styles.card} aria-busy={runs.isPlaceholderData}>
            <RunList
              runs={loaded}
              columns={columns}
              orgSlug={org.slug}
              selection={selection}
              isSelecting={false}
            />
            <Pager
              page={page}
              rowsAPage={ROWS_A_PAGE}
              rowsHere={loaded.length}
              count={count}
              deepestRow={DEEPEST_ROW}
              labels={{ before: 'Newer runs', after: 'Older runs' }}
              onTurn={(turned) => void setPage(turned)}
            />
          </div>
          <div className={styles.onward}>
            <LinkButton
              variant="default"
              size="compact-sm"
              href={`${paths.history(org.slug)}?filter=${encodeURIComponent(`user_id:${member.userId}`)}`}
            >
              Filter them in History
            </LinkButton>
          </div>
        </>
      )}
    </QueryState>
  );
}
