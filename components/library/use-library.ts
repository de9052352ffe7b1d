'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { libraryInput } from '@/lib/client/library-input';
import { queryKey } from '@/lib/client/query-keys';
import { type commandSummary, listCommands } from '@/lib/contract/library/commands';
import { type folder, listFolders } from '@/lib/contract/library/folders';
import { listRecents } from '@/lib/contract/library/recents';
import { firstRowsInput, foldersInput, recentsInput } from './library-input';
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
 * the open view are available at once, as placeholder data.
 */
export function useLibrary(orgId: string, isHidden: boolean, place: Place) {
  const queryClient = useQueryClient();
  const input = libraryInput(orgId, isHidden);
  const first = firstRowsInput(orgId, isHidden, place);
  return useQuery({
    queryKey: queryKey(listCommands, input),
    queryFn: ({ signal }) => callApi(listCommands, input, { signal, isTrusted: true }),
    placeholderData: () => first && queryClient.getQueryData<CommandSummary[]>(queryKey(listCommands, first)),
    // Comparing thousands of commands field by field costs more than re-rendering the visible ones.
    structuralSharing: false,
  });
}

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
