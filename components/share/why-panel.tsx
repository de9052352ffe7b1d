'use client';

import { Skeleton, Stack } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyNotice } from '@/components/ui/empty-notice';
import { QueryState } from '@/components/ui/query-state';
import { SidePanel } from '@/components/ui/side-panels/side-panel';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import { ApiError, callApi } from '@/lib/api-client';
import { readCommandSummary } from '@/lib/contract/commands';
import { readCommandAccess } from '@/lib/contract/sharing';
import { queryKey } from '@/lib/query-keys';
import { PersonSearch } from './person-search';
import { parseWhy, whyAddress } from './why-address';
import { WhyExplanation } from './why-explanation';

/** Why somebody can or cannot run a command, grant by grant; of whom, one says by their name. */
export function WhyPanel({ orgId, about }: { orgId: string; about: string }) {
  const { commandId, userId } = parseWhy(about);
  const panels = useSidePanels();
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
  });
  const isUnknown = access.error instanceof ApiError && access.error.status === 404;
  return (
    <SidePanel title="Why can someone run this?" context={command.data?.name}>
      <PersonSearch orgId={orgId} onChoose={(chosen) => panels.replace(whyAddress(commandId, chosen))} />
      {userId === null || isUnknown ? (
        <EmptyNotice
          icon={<IconUserSearch size={22} stroke={1.75} />}
          title={isUnknown ? 'Nobody of this organisation' : 'Choose somebody'}
        >
          Here stands what gives them this command, one by one, and what would change without it.
        </EmptyNotice>
      ) : (
        <QueryState
          query={access}
          loading={
            <Stack aria-hidden mt="lg">
              <Skeleton height={48} />
              <Skeleton height={64} />
              <Skeleton height={64} />
            </Stack>
          }
        >
          {(explanation) => <WhyExplanation explanation={explanation} />}
        </QueryState>
      )}
    </SidePanel>
  );
}
