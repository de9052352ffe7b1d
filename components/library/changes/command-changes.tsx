'use client';

import { IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { type Release, releaseWords, settingWords, versionOf } from '@/components/command/change-words';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { parseAsPage } from '@/components/ui/table/page-parser';
import { Pager } from '@/components/ui/table/pager';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listChangelog } from '@/lib/contract/command/changelog';
import styles from './command-changes.module.css';
import { changelogInput, RELEASES_A_PAGE } from './command-changes-input';

/** The changes to the organization's commands, and who made them. */
export function CommandChanges({ orgId }: { orgId: string }) {
  return (
    <>
      <div className={styles.title}>
        <PageTitle>Command changes</PageTitle>
      </div>
      <Changes orgId={orgId} />
    </>
  );
}

function Changes({ orgId }: { orgId: string }) {
  const [page, setPage] = useQueryState('page', parseAsPage.withOptions({ history: 'push' }));
  const input = changelogInput(orgId, page);
  const changelog = useQuery({
    queryKey: queryKey(listChangelog, input),
    queryFn: ({ signal }) => callApi(listChangelog, input, { signal }),
    placeholderData: keepPreviousData,
  });
  if (changelog.error !== null && changelog.data === undefined) {
    return (
      <ErrorNotice
        title="Error fetching changelog!"
        error={changelog.error}
        onRetry={() => void changelog.refetch()}
        isRetrying={changelog.isFetching}
      />
    );
  }
  return (
    <QueryState
      query={changelog}
      loading={<ListSkeleton rows={8} />}
      isEmpty={(releases) => releases.length === 0 && page === 0}
      empty={
        <div className={styles.card}>
          <EmptyNotice icon={<IconListDetails size={22} stroke={1.75} />} title="Nothing added yet">
            Every command that is added, changed, or deleted is listed here, with who did it and when.
          </EmptyNotice>
        </div>
      }
    >
      {(releases) => (
        <div className={styles.card} aria-busy={changelog.isPlaceholderData}>
          <table className={styles.table} aria-label="Command changes">
            <thead className={styles.block}>
              <tr className={styles.head}>
                <th scope="col">Version</th>
                <th scope="col">Change</th>
                <th scope="col">Commands</th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody className={styles.block}>
              {releases.map((release) => (
                <ReleaseRow key={versionOf(release)} release={release} />
              ))}
            </tbody>
          </table>
          {(page > 0 || releases.length === RELEASES_A_PAGE) && (
            <Pager
              page={page}
              rowsAPage={RELEASES_A_PAGE}
              rowsHere={releases.length}
              count={null}
              labels={{ before: 'Newer changes', after: 'Older changes' }}
              onTurn={(next) => void setPage(next)}
            />
          )}
        </div>
      )}
    </QueryState>
  );
}

function ReleaseRow({ release }: { release: Release }) {
  const { changedAt, changedBy, changes, counts, commands } = release;
  const more = counts.reduce((sum, { count }) => sum + count, 0) - changes.length;
  const [only] = changes.length === 1 ? changes : [];
  const settings = only?.changeType === 'user_update' ? settingWords(only) : '';
  return (
    <tr className={styles.row}>
      <td>
        <Chip kind="machine">{versionOf(release)}</Chip>
      </td>
      <td>
        {changedBy?.name ?? 'Pushboard'} {releaseWords(release)}
      </td>
      <td className={styles.names}>
        {commands.map(({ name }) => name).join(', ')}
        {more > 0 && ` and ${more} more`}
        {settings !== '' && `: ${settings}`}
      </td>
      <td className={styles.when}>
        <Moment at={changedAt} as="ago" />
      </td>
    </tr>
  );
}
