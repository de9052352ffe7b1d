'use client';

import { Stack, Textarea, TextInput } from '@mantine/core';
import { type InputFields, inputLabel } from './input-fields';
import styles from './input-rules.module.css';
import type { Editing } from './use-editing';

const help = {
  displayName: 'Stands above the field in place of its key.',
  placeholder: 'Stands in the field while it is empty.',
  note: 'Stands below the field.',
  tooltip: 'Shown on a press of the (i) beside the name.',
};

/** What the form says about an input. */
export function InputExplanations({ editing }: { editing: Editing<InputFields> }) {
  const { fields, set } = editing;
  const field = (key: keyof typeof help) => ({
    label: inputLabel(key),
    description: help[key],
    value: fields[key],
    onChange: (event: { currentTarget: { value: string } }) => set({ [key]: event.currentTarget.value }),
  });
  const long = { autosize: true, minRows: 2, maxRows: 6, maxLength: 2000 };
  return (
    <Stack gap="lg" mb="lg">
      <h3 className={styles.heading}>Explanations</h3>
      <TextInput maxLength={200} {...field('displayName')} />
      <TextInput maxLength={200} {...field('placeholder')} />
      <Textarea {...long} {...field('note')} />
      <Textarea {...long} {...field('tooltip')} />
    </Stack>
  );
}
