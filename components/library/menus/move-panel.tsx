'use client';

import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type LibraryOwner, useFolders, useLibrary } from '../use-library';
import { useLibraryAddress } from '../use-library-address';
import { useLibraryActions } from './use-library-actions';

/** Moves a command to a folder that the person is an engineer of, or out of its folder. */
export function MovePanel({ owner, commandId }: { owner: LibraryOwner; commandId: number }) {
  const { orgId } = owner.org;
  const panels = useSidePanels();
  const actions = useLibraryActions(owner);
  const { isHidden, place, order } = useLibraryAddress();
  const { library } = useLibrary(orgId, isHidden, place, order);
  const command = library.data?.find((each) => each.commandId === commandId);
  const folders = useFolders(orgId).data ?? [];
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen ?? String(command?.folderId ?? 'none');
  const shown = folders.filter(
    ({ name, role }) => role === 'admin' && name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  async function move(): Promise<void> {
    if (command === undefined) return;
    const folder = folders.find(({ folderId }) => String(folderId) === value);
    await actions.move(command, folder?.folderId ?? null, folder?.name ?? null);
    panels.pop();
  }
  return (
    <SidePanel
      title="Move to a folder"
      context={command?.name}
      footer={
        <Button disabled={command === undefined} onClick={() => void move()}>
          Move
        </Button>
      }
    >
      <TextInput
        aria-label="Search folders"
        placeholder="Search folders"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="md"
      />
      <Radio.Group value={value} onChange={setChosen} aria-label="Folder">
        <Stack gap="sm">
          <Radio value="none" label="No folder" />
          {shown.map(({ folderId, name }) => (
            <Radio key={folderId} value={String(folderId)} label={name} />
          ))}
        </Stack>
      </Radio.Group>
    </SidePanel>
  );
}
