'use client';

import { Button, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/error-notice';
import { QueryState } from '@/components/ui/query-state';
import { SidePanel } from '@/components/ui/side-panels/side-panel';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import { coerceValue } from '@/lib/inputs/coerce-value';
import type { AmbiguousDefault, InputVariable } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { DefaultField } from './default-field';
import styles from './input-list.module.css';
import { type Command, type CommandInput, useConfiguredCommand, useSaveCommand } from './use-configure';

const EMPTY_MEANS: { value: AmbiguousDefault; label: string }[] = [
  { value: 'required', label: 'required' },
  { value: 'explicitNull', label: 'Optional (NULL)' },
  { value: 'emptyString', label: 'Optional ("")' },
  { value: 'omit', label: 'Optional (omit)' },
];

const VARIABLES: { value: InputVariable | 'none'; label: string }[] = [
  { value: 'none', label: 'None: filled in by hand' },
  { value: 'user_id', label: "The person's id" },
  { value: 'user_email', label: "The person's e-mail" },
  { value: 'user_name', label: "The person's name" },
];

/** @param about `{commandId}-{inputId}`, as it stands in the address. */
export function InputPanel({ orgId, about }: { orgId: string; about: string }) {
  const [commandId = 0, inputId = 0] = about.split('-').map(Number);
  const command = useConfiguredCommand(orgId, commandId);
  const input = command.data?.template.inputs.find((each) => each.inputId === inputId);
  if (command.data !== undefined && input !== undefined) {
    return <InputForm key={inputId} command={command.data} input={input} />;
  }
  return (
    <SidePanel title="Edit input">
      <QueryState query={command} loading={null}>
        {() => <p>This command has no such input any more.</p>}
      </QueryState>
    </SidePanel>
  );
}

interface Draft {
  displayName: string;
  placeholder: string;
  note: string;
  tooltip: string;
  emptyMeans: AmbiguousDefault;
  hidden: boolean;
  locked: boolean;
  variable: InputVariable | 'none';
  /** Undefined where there is none. */
  defaultValue: JsonValue | undefined;
}

function draftOf(input: CommandInput): Draft {
  return {
    displayName: input.displayName ?? '',
    placeholder: input.placeholder ?? '',
    note: input.note ?? '',
    tooltip: input.tooltip ?? '',
    emptyMeans: input.defaultAmbiguousInput,
    hidden: input.hidden,
    locked: input.locked,
    variable: input.variable ?? 'none',
    defaultValue: input.defaultValue ?? undefined,
  };
}

function InputForm({ command, input }: { command: Command; input: CommandInput }) {
  const panels = useSidePanels();
  const { saveInput } = useSaveCommand(command);
  const [before] = useState(() => draftOf(input));
  const [draft, setDraft] = useState(before);
  const [unreadable, setUnreadable] = useState<string | undefined>();
  const set = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before) || unreadable !== undefined;
  const defaultProblem = problemOf(input, draft.defaultValue, unreadable);
  const neverFilled =
    (draft.hidden || draft.locked) &&
    draft.emptyMeans === 'required' &&
    draft.variable === 'none' &&
    draft.defaultValue === undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (defaultProblem !== null) return;
    const { emptyMeans, variable, defaultValue, ...same } = draft;
    const changes = {
      ...same,
      defaultAmbiguousInput: emptyMeans,
      variable: variable === 'none' ? null : variable,
      ...(JSON.stringify(defaultValue) === JSON.stringify(before.defaultValue)
        ? {}
        : { defaultValue: defaultValue ?? null }),
    };
    saveInput.mutate({ inputId: input.inputId, changes }, { onSuccess: panels.pop });
  }
  const textField = (key: 'displayName' | 'placeholder', label: string) => (
    <TextInput
      label={label}
      maxLength={200}
      value={draft[key]}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
    />
  );
  const longField = (key: 'note' | 'tooltip', label: string) => (
    <Textarea
      label={label}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2000}
      value={draft[key]}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <SidePanel
      title={`Edit ${input.key}`}
      context={`${input.type.typeSystem}::${input.type.typeId}`}
      footer={
        <Button type="submit" form="edit-input" disabled={!isChanged} loading={saveInput.isPending}>
          Save
        </Button>
      }
    >
      <form id="edit-input" noValidate onSubmit={submit}>
        <Stack gap="md">
          <h3 className={styles.heading}>LOCK, HIDE, ETC</h3>
          <Select
            label="Required?"
            allowDeselect={false}
            data={EMPTY_MEANS}
            value={draft.emptyMeans}
            onChange={(value) => set({ emptyMeans: value ?? 'required' })}
          />
          <DefaultField
            input={input}
            value={draft.defaultValue}
            unreadableText={unreadable}
            problem={defaultProblem}
            onChange={(defaultValue, text) => {
              set({ defaultValue });
              setUnreadable(text);
            }}
          />
          <Switch
            label="Hidden"
            description="A hidden input sends its default."
            checked={draft.hidden}
            onChange={(event) => set({ hidden: event.currentTarget.checked })}
          />
          <Switch
            label="Locked from editing"
            description="A locked input shows its default, and nobody changes it."
            checked={draft.locked}
            onChange={(event) => set({ locked: event.currentTarget.checked })}
          />
          {neverFilled && (
            <p className={styles.caution} role="status">
              Nobody could run this: it is required, and nothing fills it in. Give it a default, or make it
              optional.
            </p>
          )}
          <Select
            label="Variable"
            allowDeselect={false}
            data={VARIABLES}
            value={draft.variable}
            onChange={(value) => set({ variable: value ?? 'none' })}
          />
          <h3 className={styles.heading}>EXPLANATIONS</h3>
          {textField('displayName', 'Custom Display Name')}
          {textField('placeholder', 'Placeholder')}
          {longField('note', 'Note')}
          {longField('tooltip', 'Tooltip')}
          {saveInput.error !== null && <ErrorNotice error={saveInput.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}

function problemOf(input: CommandInput, value: JsonValue | undefined, unreadable: string | undefined) {
  if (unreadable !== undefined) return 'Invalid JSON format';
  if (value === undefined || value === null || value === '') return null;
  const coerced = coerceValue(input.type, value);
  return coerced.ok ? null : coerced.message;
}
