'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { confirmDeletion } from '@/components/command/dependents/confirm-deletion';
import { useSourceKind } from '@/components/command/source-kinds';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import type { Panel } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { Capability } from '@/lib/sources/source-kind';
import { confirmOutputPath } from '../panel/confirm-output-path';
import { DraftFoot } from '../panel/draft-foot';
import { MeanwhileNotice } from '../panel/meanwhile-notice';
import { SaveError } from '../panel/save-error';
import { type Command, useOwnFolders, useSaveCommand } from '../panel/use-configure';
import { useEditing } from '../panel/use-editing';
import { CommandFieldList } from './command-field-list';
import { commandFields, commandLabel, commandWords, parseStartupValues, sentChanges } from './command-fields';
import styles from './command-form.module.css';

interface CommandFormProps {
  command: Command;
  tabs: ReactNode;
}

/** The settings with a panel of their own, if the command's source supports them. */
function partsOf(
  { commandId, template: { runCredentialId } }: Command,
  capabilities: readonly Capability[],
): { label: string; panel: Panel }[] {
  const isThere = (capability: Capability) => capabilities.includes(capability);
  return [
    { label: 'Safety', panel: { kind: 'safety', commandId } },
    { label: 'Running', panel: { kind: 'running', commandId } },
    { label: 'Change connection', panel: { kind: 'change-connection', commandId } },
    { label: 'Undo partner', panel: { kind: 'undo-partner', commandId } },
    ...(isThere('signIn') && runCredentialId !== null
      ? [{ label: 'HTTP Auth', panel: { kind: 'api-auth', credentialId: runCredentialId } } as const]
      : []),
    ...(isThere('httpHeaders')
      ? [{ label: 'HTTP headers', panel: { kind: 'http-headers', commandId } } as const]
      : []),
    ...(isThere('code') ? [{ label: 'View script', panel: { kind: 'view-code', commandId } } as const] : []),
    ...(isThere('sql') ? [{ label: 'View SQL', panel: { kind: 'view-sql', commandId } } as const] : []),
    { label: 'Duplicate', panel: { kind: 'duplicate', commandId } },
  ];
}

/** A command's name, its folder, and the texts around its Run button. */
export function CommandForm({ command, tabs }: CommandFormProps) {
  const panels = useSidePanels();
  const saved = commandFields(command);
  const editing = useEditing(String(command.commandId), saved);
  const { save, remove } = useSaveCommand(command, editing.wasRefused);
  const folders = useOwnFolders(command.orgId).data ?? new Map<number, string>();
  const { name, startupValues } = editing.fields;
  const isValid = name.trim() !== '' && parseStartupValues(startupValues) !== undefined;
  const { capabilities } = useSourceKind(command.template.sourceKind);
  const parts = partsOf(command, capabilities);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isValid || !editing.isChanged || editing.conflicts.length > 0) return;
    if (!(await confirmOutputPath(command, editing.changes))) return;
    const sent = editing.send();
    save.mutate(sentChanges(sent), { onSuccess: () => editing.wasSaved(sent) });
  }
  async function askToDelete(): Promise<void> {
    const words = 'It disappears from the library and can no longer be run. Its history is kept.';
    if (await confirmDeletion(command, words)) remove.mutate(undefined, { onSuccess: panels.closeAll });
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
      <form id={`configure-${command.commandId}`} noValidate onSubmit={(event) => void submit(event)}>
        <CommandFieldList command={command} editing={editing} folders={folders} />
        <SaveError editing={editing} save={save} />
        {remove.error !== null && <ErrorNotice error={remove.error} />}
      </form>
      <ul className={styles.parts}>
        {parts.map(({ label, panel }) => (
          <li key={label}>
            <UnstyledButton className={styles.part} onClick={() => panels.push(panel)}>
              {label}
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {mayDelete(command) && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          h={36}
          className={styles.delete}
          loading={remove.isPending}
          onClick={() => void askToDelete()}
        >
          Delete this command
        </Button>
      )}
    </SidePanel>
  );
}

/** Only an organization's admins and the command's creator may delete it. */
function mayDelete({ accessLevel }: Command): boolean {
  return accessLevel === 'org' || accessLevel === 'creator';
}
