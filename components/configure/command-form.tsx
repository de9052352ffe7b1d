'use client';

import { Button, Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { confirm } from '@/components/ui/dialogs';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SidePanel } from '@/components/ui/side-panels/side-panel';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import { type Command, useOwnFolders, useSaveCommand } from './use-configure';

interface CommandFormProps {
  command: Command;
  tabs: ReactNode;
}

interface Draft {
  name: string;
  description: string;
  folder: string;
  warningTag: string;
  runButtonText: string;
  runningMessage: string;
  executeInTransaction: boolean;
}

const WARNINGS = [
  { value: 'none', label: 'No tag' },
  { value: 'creates_data', label: 'Creates data' },
  { value: 'updates_data', label: 'Updates data' },
  { value: 'slows_db', label: 'Slows down database' },
  { value: 'safe', label: 'Safe' },
];

function draftOf({ name, description, folderId, executeInTransaction, template }: Command): Draft {
  return {
    name,
    description: description ?? '',
    folder: String(folderId ?? 'none'),
    warningTag: template.warningTag ?? 'none',
    runButtonText: template.runButtonText ?? '',
    runningMessage: template.runningMessage ?? '',
    executeInTransaction,
  };
}

/** What differs from how the command was when the form was opened, in the words of the operations. */
function changesOf(draft: Draft, before: Draft) {
  const isChanged = (key: keyof Draft) => draft[key] !== before[key];
  return {
    command: {
      ...(isChanged('name') ? { name: draft.name.trim() } : {}),
      ...(isChanged('description') ? { description: draft.description } : {}),
      ...(isChanged('folder') ? { folderId: draft.folder === 'none' ? null : Number(draft.folder) } : {}),
      ...(isChanged('executeInTransaction') ? { executeInTransaction: draft.executeInTransaction } : {}),
    },
    template: {
      ...(isChanged('warningTag') ? { warningTag: warningOf(draft.warningTag) } : {}),
      ...(isChanged('runButtonText') ? { runButtonText: draft.runButtonText } : {}),
      ...(isChanged('runningMessage') ? { runningMessage: draft.runningMessage } : {}),
    },
  };
}

function warningOf(text: string): Command['template']['warningTag'] {
  switch (text) {
    case 'creates_data':
    case 'updates_data':
    case 'slows_db':
    case 'safe':
      return text;
    default:
      return null;
  }
}

/** What a command is called, where it stands, and what it says around its Run button. */
export function CommandForm({ command, tabs }: CommandFormProps) {
  const panels = useSidePanels();
  const folders = useOwnFolders(command.orgId);
  const { save, remove } = useSaveCommand(command);
  const [before, setBefore] = useState(() => draftOf(command));
  const [draft, setDraft] = useState(before);
  const set = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  const nameProblem = draft.name.trim() === '' ? 'Please enter a name' : null;
  const mayDelete = command.accessLevel === 'org' || command.accessLevel === 'creator';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (nameProblem !== null || !isChanged) return;
    save.mutate(changesOf(draft, before), { onSuccess: () => setBefore(draft) });
  }
  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${command.name}”?`,
      body: 'Nobody finds it any more, and it cannot be run. Its history is kept.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate(undefined, { onSuccess: panels.closeAll });
  }

  const folderChoices = [
    { value: 'none', label: '(No Folder)' },
    ...(folders.data ?? []).map(({ folderId, name }) => ({ value: String(folderId), label: name })),
  ];
  if (!folderChoices.some(({ value }) => value === draft.folder)) {
    folderChoices.push({ value: draft.folder, label: command.folderName ?? 'Its folder' });
  }
  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context={`${command.sourceName} · ${command.cloudName}`}
      footer={
        <>
          {mayDelete && (
            <Button variant="default" loading={remove.isPending} onClick={() => void askToDelete()}>
              Delete
            </Button>
          )}
          <Button type="submit" form="configure" disabled={!isChanged} loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      {tabs}
      <form id="configure" noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            withAsterisk
            maxLength={200}
            value={draft.name}
            error={nameProblem}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            description="Markdown. Shown above the form."
            autosize
            minRows={3}
            maxRows={12}
            maxLength={20_000}
            value={draft.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <Select
            label="Folder"
            searchable
            allowDeselect={false}
            data={folderChoices}
            value={draft.folder}
            onChange={(folder) => set({ folder: folder ?? 'none' })}
          />
          <Select
            label="Warning tag"
            description="A command that creates or updates data asks before each run."
            allowDeselect={false}
            data={WARNINGS}
            value={draft.warningTag}
            onChange={(warningTag) => set({ warningTag: warningTag ?? 'none' })}
          />
          <TextInput
            label="Run button text"
            placeholder="Run"
            maxLength={40}
            value={draft.runButtonText}
            onChange={(event) => set({ runButtonText: event.currentTarget.value })}
          />
          <TextInput
            label="Running message"
            placeholder="Command is running..."
            maxLength={200}
            value={draft.runningMessage}
            onChange={(event) => set({ runningMessage: event.currentTarget.value })}
          />
          <Checkbox
            label="Execute in a transaction"
            description="Off for procedures that commit by themselves."
            checked={draft.executeInTransaction}
            onChange={(event) => set({ executeInTransaction: event.currentTarget.checked })}
          />
          {(save.error ?? remove.error) !== null && <ErrorNotice error={save.error ?? remove.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
