'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NotAnEngineer } from '@/components/configure/panel/not-an-engineer';
import {
  type Command,
  type CommandInput,
  useConfiguredCommand,
} from '@/components/configure/panel/use-configure';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FormFooter } from '@/components/ui/panels/form-footer';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { mayConfigure } from '@/lib/commands/rights';
import { typeNamed } from '@/lib/type-systems/known-types';
import { confirmInputEdit } from './confirm-input-edit';
import { TypeSelect } from './type-select';
import { useTemplateInputs } from './use-template-inputs';

/** Gives an input another key or type, as far as its source allows. */
export function EditInputPanel({ orgId, commandId, inputId }: { orgId: string } & PanelParams<'edit-input'>) {
  const command = useConfiguredCommand(orgId, commandId);
  const { data } = command;
  const input = data?.template.inputs.find((each) => each.inputId === inputId);
  if (data !== undefined && input !== undefined && mayConfigure(data)) {
    const { key, type } = data.template.inputEdits;
    if (!key && !type) return <FixedInput command={data} input={input} />;
    return <EditInput key={inputId} command={data} input={input} />;
  }
  return (
    <SidePanel title="Edit data type">
      <QueryState query={command} errorTitle="Error fetching command!" loading={null}>
        {(found) => (mayConfigure(found) ? <p>This command no longer has this input.</p> : <NotAnEngineer />)}
      </QueryState>
    </SidePanel>
  );
}

/** Only an address leads here: nothing offers to edit such an input. */
function FixedInput({ command, input }: { command: Command; input: CommandInput }) {
  const panels = useSidePanels();
  return (
    <SidePanel
      title="Edit data type"
      context={`${input.key} · ${command.name}`}
      footer={
        <Button variant="default" onClick={panels.pop}>
          Close
        </Button>
      }
    >
      <p>
        The source of this command sets the key and the type of this input, so neither can be changed here.
      </p>
    </SidePanel>
  );
}

const FORM = 'edit-input-type';

function EditInput({ command, input }: { command: Command; input: CommandInput }) {
  const panels = useSidePanels();
  const { inputEdits } = command.template;
  const { typeSystem } = input.type;
  const [key, setKey] = useState(input.key);
  const [typeId, setTypeId] = useState(input.type.typeId);
  const { edit } = useTemplateInputs(command);
  const changes = {
    ...(key.trim() === input.key ? {} : { key: key.trim() }),
    ...(typeId === input.type.typeId ? {} : { typeId }),
  };
  const isChanged = Object.keys(changes).length > 0;
  const isValid = key.trim() !== '' && (!('typeId' in changes) || typeNamed(typeSystem, typeId) !== null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || !isValid || !(await confirmInputEdit(command, input, changes))) return;
    edit.mutate({ templateInputId: input.templateInputId, ...changes }, { onSuccess: panels.pop });
  };
  return (
    <SidePanel
      title="Edit data type"
      context={`${input.key} · ${command.name}`}
      footer={
        <FormFooter form={FORM} label="Save" isDisabled={!isChanged || !isValid} isPending={edit.isPending} />
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="lg">
          {inputEdits.key && (
            <TextInput
              label="Key"
              description="Links and scripts that fill in this input must use the new key."
              required
              maxLength={200}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
          )}
          {inputEdits.type && <TypeSelect typeSystem={typeSystem} value={typeId} onChange={setTypeId} />}
          {'typeId' in changes && (
            <p>A default that the new type does not take is removed. Other settings stay.</p>
          )}
          {edit.error !== null && <ErrorNotice error={edit.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
