'use client';

import type { FormEvent, ReactNode } from 'react';
import { SidePanel } from '@/components/ui/panels/side-panel';
import {
  type CommandFields,
  commandFields,
  commandLabel,
  commandWords,
  sentChanges,
} from '../command/command-fields';
import { DraftFoot } from '../panel/draft-foot';
import { MeanwhileNotice } from '../panel/meanwhile-notice';
import { SaveError } from '../panel/save-error';
import { type Command, useSaveCommand } from '../panel/use-configure';
import { type Editing, useEditing } from '../panel/use-editing';

const noFolders: ReadonlyMap<number, string> = new Map();

interface CommandPartProps {
  title: string;
  command: Command;
  isValid: (fields: CommandFields) => boolean;
  children: (editing: Editing<CommandFields>) => ReactNode;
}

/** Some settings of a command in a panel of their own, with the draft of the command's panel: one Save saves all. */
export function CommandPart({ title, command, isValid: areValid, children }: CommandPartProps) {
  const saved = commandFields(command);
  const editing = useEditing(String(command.commandId), saved);
  const { save } = useSaveCommand(command, editing.wasRefused);
  const isValid = areValid(editing.fields);
  const form = `configure-${title.toLowerCase()}-${command.commandId}`;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid || !editing.isChanged || editing.conflicts.length > 0) return;
    const sent = editing.send();
    save.mutate(sentChanges(sent), { onSuccess: () => editing.wasSaved(sent) });
  }
  return (
    <SidePanel
      title={title}
      context={command.name}
      footer={<DraftFoot editing={editing} form={form} isValid={isValid} isSaving={save.isPending} />}
    >
      <MeanwhileNotice
        editing={editing}
        saved={saved}
        labelOf={commandLabel}
        wordsOf={(key, value) => commandWords(key, value, noFolders)}
      />
      <form id={form} noValidate onSubmit={submit}>
        {children(editing)}
        <SaveError editing={editing} save={save} />
      </form>
    </SidePanel>
  );
}
