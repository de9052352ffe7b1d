'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readCommand } from '@/lib/contract/command/command';
import { listCommands, readCommandSummary } from '@/lib/contract/library/commands';
import { listFolders, readFolder } from '@/lib/contract/library/folders';
import { listCommandPeople, readCommandAccess } from '@/lib/contract/sharing/sharing';

const TOLD = [
  listCommandPeople,
  readCommandAccess,
  readFolder,
  readCommandSummary,
  readCommand,
  listCommands,
  listFolders,
];

/** Refetches everything that shows who has what. */
export function useRefreshShared(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return useCallback(
    () => Promise.all(TOLD.map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] }))),
    [queryClient],
  );
}
