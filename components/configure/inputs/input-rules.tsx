'use client';

import { Select, Stack, Switch } from '@mantine/core';
import { memo } from 'react';
import type { AmbiguousDefault } from '@/lib/inputs/input';
import { inputSettings } from '@/lib/settings/input-settings';
import type { CommandInput } from '../panel/use-configure';
import type { Editing } from '../panel/use-editing';
import { DefaultField } from './default-field';
import { defaultProblem, type InputFields, inputLabel, isNeverFilled } from './input-fields';
import styles from './input-rules.module.css';
import { staysDrawn } from './list/stays-drawn';
import { useVariableChoices } from './use-variable-choices';

interface InputRulesProps {
  orgId: string;
  input: CommandInput;
  editing: Editing<InputFields>;
}

const SHOWN = [
  'defaultAmbiguousInput',
  'defaultValue',
  'defaultText',
  'useDefaultValue',
  'hidden',
  'locked',
  'variable',
] as const;
const NO_VARIABLE = 'none';
const choices = (from: Readonly<Record<string, string>>) =>
  Object.entries(from).map(([value, label]) => ({ value, label }));

/** Whether an input is required, its default, and who can fill it in. */
export const InputRules = memo(function InputRules({ orgId, input, editing }: InputRulesProps) {
  const { fields, set } = editing;
  const variables = useVariableChoices(orgId, fields.variable);
  return (
    <Stack gap="lg" mb="lg">
      <h3 className={styles.heading}>Rules</h3>
      <Select
        label={inputLabel('defaultAmbiguousInput')}
        description="What is sent when the input is left empty."
        allowDeselect={false}
        data={choices(inputSettings.defaultAmbiguousInput.words)}
        value={fields.defaultAmbiguousInput}
        onChange={(value) => value !== null && set({ defaultAmbiguousInput: value as AmbiguousDefault })}
      />
      <DefaultField
        input={input}
        value={fields.defaultValue ?? undefined}
        unreadableText={fields.defaultText ?? undefined}
        problem={defaultProblem(input, fields)}
        onChange={(value, text) => {
          const defaultValue = value === undefined || value === '' ? null : value;
          set({ defaultValue, defaultText: text ?? null, useDefaultValue: defaultValue !== null });
        }}
      />
      {fields.defaultValue !== null && !fields.locked && !fields.hidden && (
        <Switch
          label={inputLabel('useDefaultValue')}
          description="When off, the source applies its own default."
          checked={fields.useDefaultValue}
          onChange={(event) => set({ useDefaultValue: event.currentTarget.checked })}
        />
      )}
      <Switch
        label={inputLabel('hidden')}
        description="Hidden inputs are not shown in the form and always send their default."
        checked={fields.hidden}
        onChange={(event) => set({ hidden: event.currentTarget.checked })}
      />
      <Switch
        label={inputLabel('locked')}
        description="Locked inputs show their default, and runners cannot change it."
        checked={fields.locked}
        onChange={(event) => set({ locked: event.currentTarget.checked })}
      />
      {isNeverFilled(fields) && (
        <p className={styles.caution} role="status">
          No one could run this command: the input is required, but nothing fills it in. Give it a default or
          make it optional.
        </p>
      )}
      <Select
        label={inputLabel('variable')}
        description="Filled from the runner's profile."
        allowDeselect={false}
        data={[{ value: NO_VARIABLE, label: 'None (filled in by hand)' }, ...variables]}
        value={fields.variable ?? NO_VARIABLE}
        onChange={(value) => set({ variable: value === null || value === NO_VARIABLE ? null : value })}
      />
    </Stack>
  );
}, staysDrawn(SHOWN));
