'use client';

import { Button, Radio, TextInput } from '@mantine/core';
import { IconFolder, IconInbox, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type LibraryOwner, useFolders, useLibrary } from '../use-library';
import { useLibraryAddress } from '../use-library-address';
import styles from './move-panel.module.css';
import { useLibraryActions } from './use-library-actions';

/** Moves a command to a folder that the person is an engineer of, or out of its folder. */
export function MovePanel({ owner, commandId }: { owner: LibraryOwner; commandId: number }) {
  const { orgId } = owner.org;
  const panels = useSidePanels();
  const actions = useLibraryActions(owner);
  const { isHidden, place, order } = useLibraryAddress();
  const { library } = useLibrary(orgId, isHidden, place, order);
  const command = library.data?.find((each) => each.commandId === commandId);
  const query = useFolders(orgId);
  const folders = query.data ?? [];
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  const present = command === undefined ? null : String(command.folderId ?? 'none');
  const value = chosen ?? present;
  const shown = folders.filter(
    ({ name, role }) => role === 'admin' && name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  // Undefined for a folder that was deleted since it was chosen.
  const target = value === 'none' ? null : folders.find(({ folderId }) => String(folderId) === value);
  async function move(): Promise<void> {
    if (command === undefined || target === undefined) return;
    setMoving(true);
    const isMoved = await actions.move(command, target?.folderId ?? null, target?.name ?? null);
    setMoving(false);
    if (isMoved) panels.pop();
  }
  return (
    <SidePanel
      title="Move to a folder"
      context={command?.name}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button
            disabled={command === undefined || target === undefined || value === present}
            loading={isMoving}
            onClick={() => void move()}
          >
            Move
          </Button>
        </>
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
        <Choice value="none" name="No folder" icon={<IconInbox size={16} stroke={1.75} aria-hidden />} />
        <QueryState query={query} loading={<LinesSkeleton lines={3} />}>
          {() =>
            shown.map(({ folderId, name }) => (
              <Choice
                key={folderId}
                value={String(folderId)}
                name={name}
                icon={<IconFolder size={16} stroke={1.75} aria-hidden />}
              />
            ))
          }
        </QueryState>
      </Radio.Group>
    </SidePanel>
  );
}

function Choice({ value, name, icon }: { value: string; name: string; icon: ReactNode }) {
  return (
    <Radio
      value={value}
      size="xs"
      classNames={{
        root: styles.choice,
        body: styles.body,
        labelWrapper: styles.words,
        label: styles.label,
      }}
      label={
        <>
          {icon}
          {name}
        </>
      }
    />
  );
}
