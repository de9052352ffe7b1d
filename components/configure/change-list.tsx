import { Button, Skeleton, Stack } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { changeWords, versionOf } from '@/components/command/change-words';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/api-client';
import { listChangelog } from '@/lib/contract/changelog';
import { queryKey } from '@/lib/query-keys';
import styles from './change-list.module.css';
import type { Command } from './use-configure';

const RELEASES_A_PAGE = 25;

/** What was done to a command, the latest first: by syncs, and by those who configured it. */
export function ChangeList({ command, tabs }: { command: Command; tabs: ReactNode }) {
  const { orgId, commandId, template } = command;
  const input = {
    params: { orgId },
    query: { filter: [`ol_id:${template.templateId}`], per_page: RELEASES_A_PAGE },
  };
  const changelog = useInfiniteQuery({
    queryKey: [...queryKey(listChangelog, input), 'all pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callApi(listChangelog, { ...input, query: { ...input.query, page: pageParam } }, { signal }),
    getNextPageParam: (last, pages) => (last.length < RELEASES_A_PAGE ? undefined : pages.length),
  });
  const changes = (changelog.data?.pages ?? [])
    .flat()
    .flatMap((release) =>
      release.changes
        .filter((change) => change.commandId === commandId)
        .map((change) => ({ ...change, release })),
    );
  return (
    <SidePanel title={`Configure ${command.name}`}>
      {tabs}
      {changelog.isPending && (
        <Stack aria-hidden>
          {[1, 2, 3].map((each) => (
            <Skeleton key={each} height={44} />
          ))}
        </Stack>
      )}
      {changelog.error !== null && (
        <ErrorNotice
          title="Error fetching changelog!"
          error={changelog.error}
          onRetry={() => void changelog.refetch()}
          isRetrying={changelog.isFetching}
        />
      )}
      {changelog.isSuccess && changes.length === 0 && (
        <EmptyNotice icon={<IconListDetails size={22} stroke={1.75} />} title="No changes yet">
          Changes to this command, by people and by syncs, are listed here.
        </EmptyNotice>
      )}
      {changes.length > 0 && (
        <ol className={styles.list} aria-label="Changes">
          {changes.map(({ release, ...change }) => (
            <li key={change.changeId} className={styles.change}>
              <span className={styles.what}>{changeWords(change)}</span>
              <Chip kind="machine">{versionOf(release)}</Chip>
              <span className={styles.who}>
                {release.changedBy?.name ?? 'Pushboard'}, <Moment at={release.changedAt} as="ago" />
              </span>
            </li>
          ))}
        </ol>
      )}
      {changelog.hasNextPage && (
        <Button
          variant="default"
          mt="sm"
          loading={changelog.isFetchingNextPage}
          onClick={() => void changelog.fetchNextPage()}
        >
          Older
        </Button>
      )}
    </SidePanel>
  );
}
