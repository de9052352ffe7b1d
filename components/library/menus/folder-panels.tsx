'use client';

import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { confirmLosses } from '@/components/command/dependents/confirm-losses';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { latestError } from '@/components/ui/feedback/latest-error';
import { QueryState } from '@/components/ui/feedback/query-state';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { NameForm } from '@/components/ui/fields/name-form';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { lossesOf } from '@/lib/changes/dependent-words';
import { callApi } from '@/lib/client/api-client';
import { listFolderDependents } from '@/lib/contract/dependents/dependents';
import { deleteFolder, renameFolder } from '@/lib/contract/library/folders';
import { comingTime } from '@/lib/runs/run-times';
import { useFolders } from '../use-library';
import { useLibraryAddress } from '../use-library-address';
import { useRefreshLibrary } from './use-library-actions';

/** Renames or deletes a folder. */
export function EditFolderPanel({ orgId, folderId }: { orgId: string; folderId: number }) {
  const panels = useSidePanels();
  const refresh = useRefreshLibrary();
  const { setPlace } = useLibraryAddress();
  const folders = useFolders(orgId);
  const folder = folders.data?.find((each) => each.folderId === folderId);
  const params = { orgId, directoryId: folderId };
  const rename = useMutation({
    mutationFn: (name: string) => callApi(renameFolder, { params, body: { name } }),
    onSuccess: async () => {
      await refresh();
      panels.pop();
    },
  });
  const remove = useMutation({
    mutationFn: () => callApi(deleteFolder, { params }),
    onSuccess: async () => {
      toast.success(`Deleted the folder ${folder?.name}. Its commands stay.`);
      setPlace({ kind: 'all' });
      await refresh();
      panels.closeAll();
    },
  });
  if (folders.data === undefined) {
    return (
      <SidePanel title="Edit folder">
        <QueryState query={folders} loading={<LinesSkeleton lines={2} />}>
          {() => null}
        </QueryState>
      </SidePanel>
    );
  }
  if (folder?.role !== 'admin') return <NotTheirs name={folder?.name} />;
  const { name } = folder;
  async function askToDelete(): Promise<void> {
    const isSure = await confirmLosses({
      title: `Delete ${name}?`,
      words:
        'The commands inside are kept, without a folder. People who have them only through this folder lose access.',
      confirmLabel: 'Delete',
      read: async () => lossesOf(await callApi(listFolderDependents, { params }), comingTime),
      nothing: 'No scheduled job, webhook, or dropdown depends on that access.',
    });
    if (isSure) remove.mutate();
  }
  return (
    <SidePanel
      title="Edit folder"
      context={name}
      footer={
        <>
          <Button
            variant="subtle"
            color="red"
            mr="auto"
            onClick={() => void askToDelete()}
            loading={remove.isPending}
          >
            Delete folder
          </Button>
          <FormFooter form="edit-folder" label="Save" isPending={rename.isPending} />
        </>
      }
    >
      <NameForm
        placeholder="Please enter a name"
        emptyProblem="Please enter a name"
        formId="edit-folder"
        initialName={name}
        onSave={rename.mutate}
        error={latestError(rename, remove)}
      />
    </SidePanel>
  );
}

/** At the address of a folder that the person may not change, or doesn't have. */
function NotTheirs({ name }: { name: string | undefined }) {
  return (
    <SidePanel title="Edit folder" context={name}>
      <EmptyNotice
        icon={<IconLock size={22} stroke={1.75} />}
        title={name === undefined ? 'You do not have this folder' : 'Only engineers can change a folder'}
      >
        {name === undefined
          ? 'It was deleted, or is not shared with you.'
          : 'You can use its commands. To change it, ask one of its engineers, or ask to become one.'}
      </EmptyNotice>
    </SidePanel>
  );
}
