'use client';

import { Button, Modal, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { NameForm } from '@/components/ui/fields/name-form';
import { callApi } from '@/lib/client/api-client';
import { createFolder } from '@/lib/contract/library/folders';
import { useRefreshLibrary } from './use-library-actions';

interface NewFolderDialogProps {
  orgId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates a folder. */
export default function NewFolderDialog({ orgId, isOpen, onClose }: NewFolderDialogProps) {
  const refresh = useRefreshLibrary();
  const create = useMutation({
    mutationFn: (name: string) => callApi(createFolder, { params: { orgId }, body: { name, orgId } }),
    onSuccess: async ({ name }) => {
      toast.success(`Created the folder ${name}.`);
      await refresh();
      onClose();
    },
  });
  // A dialog that starts open wouldn't know where the focus came from.
  const isMounted = useMounted();
  return (
    <Modal
      opened={isMounted && isOpen}
      onClose={onClose}
      title="New folder"
      withCloseButton={false}
      padding={24}
      classNames={{ title: dialog.title, content: dialog.content }}
    >
      <Stack gap="lg">
        <p className={dialog.body}>People with access to a folder have access to its commands.</p>
        <NameForm
          emptyProblem="Please enter a name"
          formId="new-folder"
          initialName=""
          onSave={create.mutate}
          error={create.error}
        />
      </Stack>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form="new-folder" loading={create.isPending}>
          Create
        </Button>
      </div>
    </Modal>
  );
}
