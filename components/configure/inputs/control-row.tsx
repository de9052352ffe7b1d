'use client';

import { Select } from '@mantine/core';
import { type ComponentKind, choosableControls } from '@/lib/inputs/choices/choosable-controls';
import { inputSettings } from '@/lib/settings/input-settings';
import type { FormControlRowProps } from './form-control-row';
import { inputLabel } from './input-fields';

/** The control that the form shows, where the type allows a choice. */
export function ControlRow({ input, editing }: FormControlRowProps) {
  const controls = choosableControls(input.type);
  const [own] = controls;
  if (own === undefined || controls.length < 2) return null;
  const { fields, set } = editing;
  const { words } = inputSettings.componentKind;
  const chosen = fields.componentKind;
  return (
    <Select
      label={inputLabel('componentKind')}
      description="What people choose a value with."
      allowDeselect={false}
      data={controls.map((value) => ({ value, label: words[value] }))}
      value={chosen !== null && controls.includes(chosen) ? chosen : own}
      onChange={(value) => set({ componentKind: value === own ? null : (value as ComponentKind | null) })}
    />
  );
}
