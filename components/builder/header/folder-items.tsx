'use client';

import { Menu } from '@mantine/core';
import { IconCheck, IconFolder, IconFolderOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { MenuStates } from '@/components/ui/menus/menu-states';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import { updateCommand } from '@/lib/contract/command/configure';
import { listFolders } from '@/lib/contract/library/folders';
import type { Command } from '../use-command';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The places a command can be moved to: the folders the person is an engineer of, and no folder. */
export default function FolderItems({ command }: { command: Command }) {
  const { orgId, commandId } = command;
  const input = { params: { orgId }, query: { sort: 'name', only: 'names' as const } };
  const folders = useQuery({
    queryKey: queryKey(listFolders, input),
    queryFn: ({ signal }) => callApi(listFolders, input, { signal }),
  });
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: (folderId: number | null) =>
      callApi(updateCommand, { params: { orgId, kitId: commandId }, body: { folderId } }),
    onSuccess: (changed) => {
      client.setQueryData(queryKey(readCommand, { params: { orgId, kitId: commandId } }), changed);
      toast.success(`Moved to ${changed.folderName ?? '(No folder)'}`);
    },
    onError: (error) => toast.danger(`The command was not moved. ${describeError(error).message}`),
  });
  return (
    <MenuStates query={folders}>
      {(found) => (
        <>
          <Menu.Label>Move to</Menu.Label>
          {found
            .filter(({ role }) => role === 'admin')
            .map(({ folderId, name }) => (
              <Menu.Item
                key={folderId}
                leftSection={<IconFolder {...icon} />}
                rightSection={folderId === command.folderId ? <IconCheck {...icon} /> : null}
                disabled={folderId === command.folderId}
                onClick={() => move.mutate(folderId)}
              >
                {name}
              </Menu.Item>
            ))}
          <Menu.Item
            leftSection={<IconFolderOff {...icon} />}
            rightSection={command.folderId === null ? <IconCheck {...icon} /> : null}
            disabled={command.folderId === null}
            onClick={() => move.mutate(null)}
          >
            (No folder)
          </Menu.Item>
        </>
      )}
    </MenuStates>
  );
}
