'use client';

import { type FormEvent, useContext } from 'react';
import { confirmInputChanges } from '@/components/command/dependents/confirm-input-changes';
import { PanelAside } from '@/components/ui/panels/panel-aside';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { ConditionFields } from '../conditions/condition-fields';
import { areComplete } from '../conditions/draft-terms';
import { DraftFoot } from '../panel/draft-foot';
import { MeanwhileNotice } from '../panel/meanwhile-notice';
import { SaveError } from '../panel/save-error';
import { type Command, type CommandInput, useSaveCommand } from '../panel/use-configure';
import { useDraftNotice } from '../panel/use-draft-notice';
import { useEditing } from '../panel/use-editing';
import { FormControlRows } from './form-control-rows';
import { InputExplanations } from './input-explanations';
import {
  changeOf,
  defaultProblem,
  inputBody,
  inputFields,
  inputLabel,
  inputWords,
  isNeverFilled,
  unstoredFields,
} from './input-fields';
import { InputLimits } from './input-limits';
import { InputRules } from './input-rules';
import { DraftPreview } from './list/draft-preview';
import { InputIndex } from './list/input-index';
import index from './list/input-index.module.css';
import { DataType } from './template/data-type';
import { DeleteInputButton } from './template/delete-input-button';

/** How one input of a command looks and behaves. */
export function InputEditor({ command, input }: { command: Command; input: CommandInput }) {
  const panels = useSidePanels();
  // The list next to it leads to the next input, so a save doesn't have to go back to one.
  const isListed = useContext(PanelAside)?.isInPage === true && command.template.inputs.length > 1;
  const saved = inputFields(input);
  const editing = useEditing(`${command.commandId}-${input.inputId}`, saved, unstoredFields(input));
  useDraftNotice(editing, `the input ${input.key}`);
  const { saveInput } = useSaveCommand(command, editing.wasRefused);
  const isNowStuck = isNeverFilled(editing.fields) && !isNeverFilled(saved);
  const isValid =
    defaultProblem(input, editing.fields) === null && !isNowStuck && areComplete(editing.fields.conditions);
  const form = `edit-input-${input.inputId}`;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isValid || !editing.isChanged || editing.conflicts.length > 0) return;
    const change = changeOf(saved, editing.fields);
    const isSure = await confirmInputChanges({
      command,
      changes: new Map(change === null ? [] : [[input.key, change]]),
      title: `Change ${input.key}?`,
      confirmLabel: 'Save',
    });
    if (!isSure) return;
    const sent = editing.send();
    saveInput.mutate(
      { inputId: input.inputId, changes: inputBody(sent) },
      {
        onSuccess: () => {
          editing.wasSaved(sent);
          if (!isListed && !editing.isStillChanged()) panels.pop();
        },
      },
    );
  }
  return (
    <SidePanel
      title={`Edit ${nameOf(inputNames(command.template.inputs), input.key)}`}
      context={command.name}
      footer={
        <DraftFoot
          editing={editing}
          form={form}
          isValid={isValid}
          isSaving={saveInput.isPending}
          isSaved={saveInput.isSuccess}
        />
      }
    >
      <DraftPreview command={command} currentKey={input.key} />
      <div className={index.beside}>
        <InputIndex command={command} current={input.inputId} />
        <div>
          <MeanwhileNotice editing={editing} saved={saved} labelOf={inputLabel} wordsOf={inputWords(input)} />
          <form id={form} noValidate onSubmit={(event) => void submit(event)}>
            <InputExplanations inputKey={input.key} editing={editing} />
            <DataType command={command} input={input} />
            <FormControlRows command={command} input={input} editing={editing} />
            <InputRules orgId={command.orgId} input={input} editing={editing} />
            <InputLimits command={command} input={input} />
            <ConditionFields inputs={command.template.inputs} input={input} editing={editing} />
            <SaveError editing={editing} save={saveInput} />
          </form>
          {command.template.inputEdits.addAndDelete && (
            <DeleteInputButton command={command} input={input} onDelete={editing.discard} />
          )}
        </div>
      </div>
    </SidePanel>
  );
}
