'use client';

import { Skeleton, Stack } from '@mantine/core';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { ApiError } from '@/lib/client/api-client';
import { SharedPanel } from '../people/shared-panel';
import { type SharedQuery, useSharedCommand, useSharedFolder } from '../people/use-shared';
import { useViewer } from './use-viewer';

/** Shares a command, and shows who has it. */
export function ShareCommandPanel({ orgId, commandId }: { orgId: string; commandId: number }) {
  return <SharePanel orgId={orgId} query={useSharedCommand(orgId, commandId)} />;
}

/** Shares a folder and everything in it, and shows who has it. */
export function ShareFolderPanel({ orgId, folderId }: { orgId: string; folderId: number }) {
  return <SharePanel orgId={orgId} query={useSharedFolder(orgId, folderId)} />;
}

function SharePanel({ orgId, query }: { orgId: string; query: SharedQuery }) {
  const viewer = useViewer(orgId);
  const error = query.error ?? viewer.error;
  // Access removed while the panel was open disappears; data that couldn't be refetched stays.
  const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
  if (query.data !== undefined && viewer.data !== undefined && !isGone) {
    return <SharedPanel shared={query.data} viewer={viewer.data} query={query} />;
  }
  const refetch = () => Promise.all([query.refetch(), viewer.refetch()]);
  return (
    <SidePanel title="Share">
      <QueryState
        query={{ data: undefined, error, isFetching: query.isFetching, refetch }}
        loading={<Loading />}
      >
        {() => null}
      </QueryState>
    </SidePanel>
  );
}

function Loading() {
  return (
    <Stack aria-hidden>
      <Skeleton height={36} />
      <ListSkeleton rows={4} />
    </Stack>
  );
}
