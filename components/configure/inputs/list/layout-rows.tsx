'use client';

import { Select, Stack, Switch, TextInput } from '@mantine/core';
import { inputSettings } from '@/lib/settings/input-settings';
import { wordsOf } from '@/lib/settings/setting-words';
import type { FormControlRowProps } from '../form-control-row';
import { inputLabel } from '../input-fields';

type NumberKey = 'colSpan' | 'componentWidth';

const AUTOMATIC = 'auto';
const automatic: Readonly<Record<NumberKey, string>> = {
  colSpan: 'Fits the row',
  componentWidth: 'As wide as its column',
};
const help: Readonly<Record<NumberKey, string>> = {
  colSpan: 'How much of the row the field takes. On a phone, every field takes the whole width.',
  componentWidth: 'A short control tells people that a short value is expected.',
};

/** Where the input stands in the form, and how wide it is. */
export function LayoutRows({ editing }: FormControlRowProps) {
  const { fields, set } = editing;
  return (
    <Stack gap="lg">
      <TextInput
        label={inputLabel('groupHeader')}
        description="A heading above this input. The inputs below it belong to the group, up to the next heading."
        maxLength={200}
        value={fields.groupHeader}
        onChange={(event) => set({ groupHeader: event.currentTarget.value })}
      />
      <WidthSelect name="colSpan" value={fields.colSpan} onChange={(colSpan) => set({ colSpan })} />
      <WidthSelect
        name="componentWidth"
        value={fields.componentWidth}
        onChange={(componentWidth) => set({ componentWidth })}
      />
      <Switch
        label={inputLabel('lineBreak')}
        description="The field stands at the beginning of a row, even if the row before has space."
        checked={fields.lineBreak}
        onChange={(event) => set({ lineBreak: event.currentTarget.checked })}
      />
    </Stack>
  );
}

interface WidthSelectProps {
  name: NumberKey;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** The usual widths, and the one that is set, which may come from the API. */
function WidthSelect({ name, value, onChange }: WidthSelectProps) {
  const setting = inputSettings[name];
  const usual = Object.keys(setting.words).map(Number);
  const widths = value === null || usual.includes(value) ? usual : [...usual, value].sort((a, b) => a - b);
  return (
    <Select
      label={inputLabel(name)}
      description={help[name]}
      allowDeselect={false}
      data={[
        { value: AUTOMATIC, label: automatic[name] },
        ...widths.map((width) => ({ value: String(width), label: wordsOf(setting, width) })),
      ]}
      value={value === null ? AUTOMATIC : String(value)}
      onChange={(next) => onChange(next === null || next === AUTOMATIC ? null : Number(next))}
    />
  );
}
