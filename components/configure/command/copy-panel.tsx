'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { confirmDeletion } from '@/components/command/dependents/confirm-deletion';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { mayConfigure, mayPlace } from '@/lib/commands/rights';
import { NotAnEngineer } from '../panel/not-an-engineer';
import { type Command, useConfiguredCommand, useOwnFolders, useSaveCommand } from '../panel/use-configure';
import { FolderField } from './folder-field';

const FORM = 'copy-settings';

/** What the owner of a copycat can change: its name and folder. They can also delete it. */
export function CopyPanel({ org, commandId }: { commandId: number } & Pick<PanelPage, 'org'>) {
  const command = useConfiguredCommand(org.orgId, commandId);
  if (command.data?.isCopycat === true && mayPlace(command.data)) {
    return <CopyForm command={command.data} slug={org.slug} />;
  }
  return (
    <SidePanel title="Edit copy" context={command.data?.name}>
      <QueryState
        query={command}
        errorTitle="Error fetching command!"
        loading={<FieldsSkeleton fields={2} />}
      >
        {(found) => (mayConfigure(found) ? <NotACopy commandId={commandId} /> : <NotAnEngineer />)}
      </QueryState>
    </SidePanel>
  );
}

/** Shown to an engineer, who changes a command of its own elsewhere. */
function NotACopy({ commandId }: { commandId: number }) {
  const panels = useSidePanels();
  return (
    <EmptyNotice
      icon={<IconCopy size={22} stroke={1.75} />}
      title="This command isn't a copy"
      action={
        <Button variant="default" onClick={() => panels.replace({ kind: 'configure', commandId })}>
          Configure
        </Button>
      }
    >
      Its name and folder are among its own settings.
    </EmptyNotice>
  );
}

function CopyForm({ command: current, slug }: { command: Command; slug: string }) {
  // Stays as it was when the form opened: a save over another person's change is refused, and what was typed stays.
  const [command] = useState(current);
  const { orgId } = command;
  const panels = useSidePanels();
  const router = useRouter();
  const folders = useOwnFolders(orgId);
  const { save, remove } = useSaveCommand(command);
  const [name, setName] = useState(command.name);
  const [folderId, setFolderId] = useState(command.folderId);
  const isEmpty = name.trim() === '';
  const isChanged = name.trim() !== command.name || folderId !== command.folderId;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isEmpty || !isChanged) return;
    save.mutate(
      {
        ...(name.trim() === command.name ? {} : { name: name.trim() }),
        ...(folderId === command.folderId ? {} : { folderId }),
      },
      { onSuccess: panels.pop },
    );
  }

  async function askToDelete(): Promise<void> {
    if (await confirmDeletion(command, 'The command that it was copied from stays as it is.'))
      remove.mutate(undefined, { onSuccess: () => router.push(paths.commands(slug)) });
  }

  return (
    <SidePanel
      title="Edit copy"
      context={command.name}
      footer={
        <>
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void askToDelete()}>
            Delete
          </Button>
          <Button type="submit" form={FORM} loading={save.isPending} disabled={!isChanged}>
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Name"
            placeholder="Please enter a name"
            required
            maxLength={200}
            value={name}
            error={isEmpty ? 'You must fill out "Name"' : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FolderField
            folders={folders.data ?? new Map()}
            current={command}
            value={folderId}
            onChange={setFolderId}
          />
          <p>Everything else follows the command that this one was copied from.</p>
          {save.error !== null && <ErrorNotice title="Error saving" error={save.error} />}
          {remove.error !== null && <ErrorNotice title="Error deleting" error={remove.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
