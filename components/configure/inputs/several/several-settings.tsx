'use client';

import { Select, Stack } from '@mantine/core';
import type { CommandInput } from '@/components/configure/panel/use-configure';
import { choosableControls } from '@/lib/inputs/choices/choosable-controls';
import { inputLabel } from '../input-fields';
import rules from '../input-rules.module.css';
import { choicesOf, type SeveralChanges, type SeveralKey, severalKeys } from './several-changes';

const UNCHANGED = 'unchanged';

interface SeveralSettingsProps {
  count: number;
  inputs: readonly CommandInput[];
  changes: SeveralChanges;
  onChange: (changes: SeveralChanges) => void;
}

/** The settings to give to the chosen inputs. Each starts as "No change". */
export function SeveralSettings({ count, inputs, changes, onChange }: SeveralSettingsProps) {
  const controls = new Set(inputs.flatMap(({ type }) => choosableControls(type)));
  const keys = severalKeys.filter((key) => key !== 'componentKind' || controls.size > 1);
  const set = (key: SeveralKey, value: SeveralChanges[SeveralKey] | undefined) => {
    const { [key]: _, ...others } = changes;
    onChange(value === undefined ? others : { ...others, [key]: value });
  };
  return (
    <Stack gap="sm" my="lg">
      <h3 className={rules.heading}>
        Change {count} {count === 1 ? 'input' : 'inputs'}
      </h3>
      {keys.map((key) => {
        const choices = choicesOf(key).filter(
          ({ value }) =>
            key !== 'componentKind' || value === null || [...controls].some((kind) => kind === value),
        );
        const value = changes[key];
        const at = choices.findIndex((choice) => choice.value === value);
        return (
          <Select
            key={key}
            label={inputLabel(key)}
            allowDeselect={false}
            data={[
              { value: UNCHANGED, label: 'No change' },
              ...choices.map(({ label }, index) => ({ value: String(index), label })),
            ]}
            value={value === undefined || at < 0 ? UNCHANGED : String(at)}
            onChange={(next) =>
              set(key, next === null || next === UNCHANGED ? undefined : choices[Number(next)]?.value)
            }
          />
        );
      })}
    </Stack>
  );
}
