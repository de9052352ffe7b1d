'use client';

import { useLocalStorage } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { createFolder, listFolders } from '@/lib/contract/library/folders';
import type { Compared, DiffRow } from './differences/use-diff';
import { chosenOf, folderChoices, folderOf, NEW_FOLDER, NO_FOLDER, nameOfNew } from './folder-choice';

/** The folder for added commands. The choice is kept in the browser, for each connection. */
export function useTargetFolder(
  { orgId, credentialId }: Compared,
  rows: readonly DiffRow[],
  connectionName: string,
) {
  const queryClient = useQueryClient();
  const input = { params: { orgId }, query: { sort: 'name', only: 'names' as const } };
  const folders = useQuery({
    queryKey: queryKey(listFolders, input),
    queryFn: ({ signal }) => callApi(listFolders, input, { signal }),
  });
  const [remembered, setRemembered] = useLocalStorage({
    key: `pushboard-put-into-${credentialId}`,
    defaultValue: NO_FOLDER,
  });
  const own = useMemo(
    () =>
      new Map(
        folders.data?.filter(({ role }) => role === 'admin').map(({ folderId, name }) => [folderId, name]),
      ),
    [folders.data],
  );
  const [typed, setTyped] = useState('');
  const usualName = nameOfNew(rows, connectionName);
  const [named, setNamed] = useState<string | null>(null);
  const newName = named ?? usualName;
  const idByName = new Map(Array.from(own, ([id, name]) => [name, id]));
  const known = folderChoices(rows, newName, own);
  // A name that nothing in the list has can be made.
  const wanted = typed.trim();
  const isNew =
    wanted !== '' && !known.some(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  const choices = isNew ? folderChoices(rows, wanted, own) : known;
  const choice = chosenOf(remembered, choices, idByName.get(newName) ?? null);

  /** Returns the folder of a row; each one is created once, just before its first command is added. */
  function placer(): (row: DiffRow) => Promise<number | null> {
    const made = new Map<string, Promise<number>>();
    return async (row) => {
      const folder = folderOf(choice, row, newName);
      if (typeof folder !== 'string') return folder;
      const known = idByName.get(folder);
      if (known !== undefined) return known;
      const making = made.get(folder) ?? makeFolder(folder);
      made.set(folder, making);
      // The next batch tries again.
      making.catch(() => made.delete(folder));
      return making;
    };
  }

  async function makeFolder(name: string): Promise<number> {
    const { folderId } = await callApi(createFolder, { params: { orgId }, body: { name, orgId } });
    await queryClient.invalidateQueries({ queryKey: [listFolders.id] });
    return folderId;
  }

  const choose = (next: string) => {
    if (next === NEW_FOLDER) setNamed(isNew ? wanted : newName);
    setRemembered(next);
  };
  return { folders, choices, choice, choose, type: setTyped, placer };
}
