'use client';

import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useSourceKind } from '@/components/command/source-kinds';
import { confirm } from '@/components/ui/feedback/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { DraftFoot } from '../panel/draft-foot';
import { MeanwhileNotice } from '../panel/meanwhile-notice';
import { type Command, isStale, useOwnFolders, useSaveCommand } from '../panel/use-configure';
import { useEditing } from '../panel/use-editing';
import { CommandFieldList } from './command-field-list';
import { commandFields, commandLabel, commandWords, parseStartupValues, sentChanges } from './command-fields';

interface CommandFormProps {
  command: Command;
  tabs: ReactNode;
}

/** What a command is called, where it stands, and what it says around its Run button. */
export function CommandForm({ command, tabs }: CommandFormProps) {
  const panels = useSidePanels();
  const saved = commandFields(command);
  const editing = useEditing(String(command.commandId), saved);
  const { save, remove } = useSaveCommand(command, editing.wasRefused);
  const folders = useOwnFolders(command.orgId).data ?? new Map<number, string>();
  const { name, startupValues } = editing.fields;
  const isValid = name.trim() !== '' && parseStartupValues(startupValues) !== undefined;
  const { runCredentialId, sourceKind } = command.template;
  const { capabilities } = useSourceKind(sourceKind);
  const error = isStale(save.error) ? remove.error : (save.error ?? remove.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid || !editing.isChanged || editing.conflicts.length > 0) return;
    save.mutate(sentChanges(editing.changes), { onSuccess: editing.discard });
  }
  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${command.name}”?`,
      body: 'It disappears from the library and can no longer be run. Its history is kept.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate(undefined, { onSuccess: panels.closeAll });
  }
  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context={`${command.sourceName} · ${command.cloudName.replace(/\(.*$/s, '')}`}
      footer={
        <DraftFoot
          editing={editing}
          form={`configure-${command.commandId}`}
          isValid={isValid}
          isSaving={save.isPending}
        />
      }
    >
      {tabs}
      <MeanwhileNotice
        editing={editing}
        saved={saved}
        labelOf={commandLabel}
        wordsOf={(key, value) => commandWords(key, value, folders)}
      />
      <form id={`configure-${command.commandId}`} noValidate onSubmit={submit}>
        <CommandFieldList command={command} editing={editing} folders={folders} />
        {error !== null && <ErrorNotice error={error} />}
      </form>
      <Button
        variant="default"
        mt="xl"
        mr="sm"
        onClick={() => panels.push({ kind: 'running', commandId: command.commandId })}
      >
        Running
      </Button>
      <Button
        variant="default"
        mt="xl"
        mr="sm"
        onClick={() => panels.push({ kind: 'change-connection', commandId: command.commandId })}
      >
        Change Connection
      </Button>
      <Button
        variant="default"
        mt="xl"
        mr="sm"
        onClick={() => panels.push({ kind: 'undo-partner', commandId: command.commandId })}
      >
        Undo Partner
      </Button>
      {capabilities.includes('signIn') && runCredentialId !== null && (
        <Button
          variant="default"
          mt="xl"
          mr="sm"
          onClick={() => panels.push({ kind: 'api-auth', credentialId: runCredentialId })}
        >
          HTTP Auth
        </Button>
      )}
      {capabilities.includes('httpHeaders') && (
        <Button
          variant="default"
          mt="xl"
          mr="sm"
          onClick={() => panels.push({ kind: 'http-headers', commandId: command.commandId })}
        >
          HTTP Headers
        </Button>
      )}
      {capabilities.includes('sql') && (
        <Button
          variant="default"
          mt="xl"
          mr="sm"
          onClick={() => panels.push({ kind: 'view-sql', commandId: command.commandId })}
        >
          View SQL
        </Button>
      )}
      <Button
        variant="default"
        mt="xl"
        mr="sm"
        onClick={() => panels.push({ kind: 'duplicate', commandId: command.commandId })}
      >
        Duplicate
      </Button>
      {mayDelete(command) && (
        <Button variant="default" mt="xl" loading={remove.isPending} onClick={() => void askToDelete()}>
          Delete this command
        </Button>
      )}
    </SidePanel>
  );
}

/** Deleting is for admins of the organisation and for who made the command. */
function mayDelete({ accessLevel }: Command): boolean {
  return accessLevel === 'org' || accessLevel === 'creator';
}
