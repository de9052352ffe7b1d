'use client';

import type { FormEvent } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { commandFields, commandLabel, commandWords, sentChanges } from '../command/command-fields';
import { DraftFoot } from '../panel/draft-foot';
import { EngineerPanel } from '../panel/engineer-panel';
import { MeanwhileNotice } from '../panel/meanwhile-notice';
import { type Command, isStale, useSaveCommand } from '../panel/use-configure';
import { useEditing } from '../panel/use-editing';
import { areRunningFieldsValid, RunningFields } from './running-fields';

const noFolders: ReadonlyMap<number, string> = new Map();

/** How runs of a command start, and what limits them. */
export function RunningPanel({ orgId, commandId }: { orgId: string } & PanelParams<'running'>) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Running">
      {(command) => <RunningForm command={command} />}
    </EngineerPanel>
  );
}

function RunningForm({ command }: { command: Command }) {
  const saved = commandFields(command);
  // The same draft as on the panel of the command: one Save saves both.
  const editing = useEditing(String(command.commandId), saved);
  const { save } = useSaveCommand(command, editing.wasRefused);
  const isValid = areRunningFieldsValid(editing.fields);
  const form = `configure-running-${command.commandId}`;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid || !editing.isChanged || editing.conflicts.length > 0) return;
    save.mutate(sentChanges(editing.changes), { onSuccess: editing.discard });
  }
  return (
    <SidePanel
      title="Running"
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
        <RunningFields editing={editing} />
        {save.error !== null && !isStale(save.error) && <ErrorNotice error={save.error} />}
      </form>
    </SidePanel>
  );
}
