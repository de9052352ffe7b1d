'use client';

import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listFolders } from '@/lib/contract/library/folders';
import { listGroups } from '@/lib/contract/people/members';
import form from '../panel/share-form.module.css';

const WITHOUT = 'They can run nothing until a command or folder is shared with them.';

interface InvitedToProps {
  orgId: string;
  groupIds: readonly string[];
  folderIds: readonly number[];
  /** An admin has every folder anyway. */
  isAdmin: boolean;
  onChange: (changes: { groupIds?: string[]; folderIds?: number[] }) => void;
}

/** Chooses the groups and folders that invited people start with. Renders nothing if the organization has neither. */
export function InvitedTo({ orgId, groupIds, folderIds, isAdmin, onChange }: InvitedToProps) {
  const groups = useQuery({
    queryKey: queryKey(listGroups, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(listGroups, { params: { orgId } }, { signal }),
    // Those of a directory are filled there.
    select: (all) => all.filter(({ directory }) => directory !== 'synced'),
  });
  const input = { params: { orgId }, query: { sort: 'name', only: 'names' as const } };
  const folders = useQuery({
    queryKey: queryKey(listFolders, input),
    queryFn: ({ signal }) => callApi(listFolders, input, { signal }),
  });
  const isWithout = groupIds.length === 0 && folderIds.length === 0;
  return (
    <>
      {(groups.data ?? []).length > 0 && (
        <MultiSelect
          label={
            <>
              Groups <span className={form.optional}>optional</span>
            </>
          }
          description="They have what these groups have, once they join."
          searchable
          clearable
          nothingFoundMessage="No matches"
          data={(groups.data ?? []).map(({ groupId: value, name: label }) => ({ value, label }))}
          value={[...groupIds]}
          onChange={(chosen) => onChange({ groupIds: chosen })}
        />
      )}
      {!isAdmin && (folders.data ?? []).length > 0 && (
        <MultiSelect
          label={
            <>
              Folders <span className={form.optional}>optional</span>
            </>
          }
          description={
            isWithout
              ? `They run the commands in these folders, once they join. ${WITHOUT}`
              : 'They run the commands in these folders, once they join. To let them configure these commands too, share the folder with them as an engineer after you invite them.'
          }
          searchable
          clearable
          nothingFoundMessage="No matches"
          data={(folders.data ?? []).map(({ folderId, name: label }) => ({ value: String(folderId), label }))}
          value={folderIds.map(String)}
          onChange={(chosen) => onChange({ folderIds: chosen.map(Number) })}
        />
      )}
      {!isAdmin && isWithout && folders.data?.length === 0 && <p className={form.explained}>{WITHOUT}</p>}
    </>
  );
}
