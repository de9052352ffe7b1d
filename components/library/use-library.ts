'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type CallInput, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { type commandSummary, listCommands } from '@/lib/contract/library/commands';
import { type folder, listFolders } from '@/lib/contract/library/folders';
import { listRecents } from '@/lib/contract/library/recents';
import { firstRowsInput, foldersInput, orderedInput, recentsInput } from './library-input';
import { LIBRARY_ORDERS, type LibraryOrder } from './library-order';
import type { Place } from './tree/places';

export type CommandSummary = z.output<typeof commandSummary>;
export type Folder = z.output<typeof folder>;

/** The organization and the person whose library it is. */
export interface LibraryOwner {
  org: { orgId: string; slug: string };
  userId: string;
  /** Admins connect sources and add commands from them. */
  isAdmin: boolean;
}

/**
 * The commands of the library, prefetched by the server and kept fresh by the browser. Of thousands, the first rows of
 * the open view are available at once, as placeholder data. Until another order has loaded, the one before stays.
 */
export function useLibrary(orgId: string, isHidden: boolean, place: Place, order: LibraryOrder) {
  const queryClient = useQueryClient();
  const known = (input: CallInput<typeof listCommands>) =>
    queryClient.getQueryData<CommandSummary[]>(queryKey(listCommands, input));
  const input = orderedInput(orgId, isHidden, order);
  const first = firstRowsInput(orgId, isHidden, place, order);
  const firstRows = first && known(first);
  const library = useQuery({
    queryKey: queryKey(listCommands, input),
    queryFn: ({ signal }) => callApi(listCommands, input, { signal, isTrusted: true }),
    placeholderData: () => inAnyOrder(orgId, isHidden).map(known).find(Boolean) ?? firstRows,
    // Comparing thousands of commands field by field costs more than re-rendering the visible ones.
    structuralSharing: false,
  });
  // Of thousands of commands, the first arrive before the others: enough to view, but not to count or search.
  const isWhole = library.data !== undefined && !(library.isPlaceholderData && library.data === firstRows);
  return { library, isWhole };
}

const inAnyOrder = (orgId: string, isHidden: boolean) =>
  LIBRARY_ORDERS.map((order) => orderedInput(orgId, isHidden, order));

export function useFolders(orgId: string) {
  const input = foldersInput(orgId);
  return useQuery({
    queryKey: queryKey(listFolders, input),
    queryFn: ({ signal }) => callApi(listFolders, input, { signal }),
  });
}

export function useRecents(orgId: string, userId: string, isWanted: boolean) {
  const input = recentsInput(orgId, userId);
  return useQuery({
    queryKey: queryKey(listRecents, input),
    queryFn: ({ signal }) => callApi(listRecents, input, { signal }),
    enabled: isWanted,
    staleTime: 0,
  });
}
