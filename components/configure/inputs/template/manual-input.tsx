'use client';

import { Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCan } from '@/components/command/source-kinds';
import type { Command } from '@/components/configure/panel/use-configure';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { AmbiguousDefault } from '@/lib/inputs/input';
import { inputSettings } from '@/lib/settings/input-settings';
import { offeredTypes } from '@/lib/type-systems/known-types';
import { inputLabel } from '../input-fields';
import { TypeSelect } from './type-select';
import { useTemplateInputs } from './use-template-inputs';

const FORM = 'add-input';

/** An input of which an engineer says the key and the type. */
export function ManualInput({ command, tabs }: { command: Command; tabs: ReactNode }) {
  const panels = useSidePanels();
  const { typeSystem, inputs } = command.template;
  const isHttp = useCan(command.sourceKind, 'httpHeaders');
  const [key, setKey] = useState('');
  const [typeId, setTypeId] = useState(offeredTypes(typeSystem)[0] ?? '');
  const [empty, setEmpty] = useState<AmbiguousDefault>('omit');
  const { add } = useTemplateInputs(command);
  const trimmed = key.trim();
  const problem = inputs.some((input) => input.key === trimmed)
    ? 'There is already an input with this key.'
    : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '' || problem !== null) return;
    add.mutate({ key: trimmed, typeId, defaultAmbiguousInput: empty }, { onSuccess: panels.pop });
  };
  return (
    <SidePanel
      title="Add input"
      context={command.name}
      footer={
        <FormFooter
          form={FORM}
          label="Add"
          isDisabled={trimmed === '' || problem !== null}
          isPending={add.isPending}
        />
      }
    >
      {tabs}
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label="Key"
            description={
              isHttp
                ? 'Where the value is sent: query.limit, header.X-Tenant, cookie.lang, body.name, or body for the whole body.'
                : 'The name under which the value is sent.'
            }
            required
            maxLength={200}
            autoComplete="off"
            value={key}
            error={problem}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <TypeSelect typeSystem={typeSystem} value={typeId} onChange={setTypeId} />
          <Select
            label={inputLabel('defaultAmbiguousInput')}
            description="What is sent when the input is left empty."
            allowDeselect={false}
            data={Object.entries(inputSettings.defaultAmbiguousInput.words).map(([value, label]) => ({
              value,
              label,
            }))}
            value={empty}
            onChange={(value) => value !== null && setEmpty(value as AmbiguousDefault)}
          />
          {add.error !== null && <ErrorNotice error={add.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
