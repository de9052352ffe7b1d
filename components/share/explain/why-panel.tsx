'use client';

import { Stack } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ApiError, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommandSummary } from '@/lib/contract/library/commands';
import { readFolder } from '@/lib/contract/library/folders';
import { readCommandAccess, readFolderAccess } from '@/lib/contract/sharing/sharing';
import { PersonSearch } from '../recipients/person-search';
import { WHY, whyPanel } from './why-address';
import { WhyExplanation } from './why-explanation';
import { folderWords } from './why-folder-words';
import { type AccessExplanation, commandWords } from './why-words';

/** Why a person can or can't run a command, grant by grant; the person is chosen by name. */
export function WhyPanel({ orgId, commandId, userId }: { orgId: string } & PanelParams<'why'>) {
  const summaryInput = { params: { orgId, kitId: commandId } };
  const command = useQuery({
    queryKey: queryKey(readCommandSummary, summaryInput),
    queryFn: ({ signal }) => callApi(readCommandSummary, summaryInput, { signal }),
  });
  const input = { params: { orgId, kitId: commandId, userId: userId ?? '' } };
  const access = useQuery({
    queryKey: queryKey(readCommandAccess, input),
    queryFn: ({ signal }) => callApi(readCommandAccess, input, { signal }),
    enabled: userId !== null,
    staleTime: 0,
    select: commandWords,
  });
  return <Why kind="command" id={commandId} {...{ orgId, userId, access }} name={command.data?.name} />;
}

/** The same for a folder. */
export function WhyFolderPanel({ orgId, folderId, userId }: { orgId: string } & PanelParams<'why-folder'>) {
  const folderInput = { params: { orgId, directoryId: folderId } };
  const folder = useQuery({
    queryKey: queryKey(readFolder, folderInput),
    queryFn: ({ signal }) => callApi(readFolder, folderInput, { signal }),
  });
  const input = { params: { orgId, directoryId: folderId, userId: userId ?? '' } };
  const access = useQuery({
    queryKey: queryKey(readFolderAccess, input),
    queryFn: ({ signal }) => callApi(readFolderAccess, input, { signal }),
    enabled: userId !== null,
    staleTime: 0,
    select: folderWords,
  });
  return <Why kind="folder" id={folderId} {...{ orgId, userId, access }} name={folder.data?.name} />;
}

interface WhyOf {
  kind: 'command' | 'folder';
  orgId: string;
  id: number;
  userId: string | null;
  name: string | undefined;
  access: {
    data: AccessExplanation | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
}

function Why({ kind, orgId, id, userId, name, access }: WhyOf) {
  const panels = useSidePanels();
  const isUnknown = access.error instanceof ApiError && access.error.status === 404;
  return (
    <SidePanel title={WHY[kind]} context={name}>
      <PersonSearch orgId={orgId} onChoose={(chosen) => panels.replace(whyPanel(kind, id, chosen))} />
      {userId === null || isUnknown ? (
        <EmptyNotice
          icon={<IconUserSearch size={22} stroke={1.75} />}
          title={isUnknown ? 'No one in this organization' : 'Choose a person'}
        >
          See what gives them this {kind}, and what they would lose without it.
        </EmptyNotice>
      ) : (
        <QueryState
          query={access}
          loading={
            <Stack mt="lg">
              <ListSkeleton />
            </Stack>
          }
        >
          {(told) => <WhyExplanation {...told} />}
        </QueryState>
      )}
    </SidePanel>
  );
}
