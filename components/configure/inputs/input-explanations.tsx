'use client';

import { Stack, Textarea, TextInput } from '@mantine/core';
import { memo } from 'react';
import { nameOfKey } from '@/lib/inputs/input-names';
import type { Editing } from '../panel/use-editing';
import { type InputFields, inputLabel } from './input-fields';
import styles from './input-rules.module.css';
import { staysDrawn } from './list/stays-drawn';

const help = {
  displayName: "Shown above the field. Leave empty to use the input's name.",
  placeholder: 'Shown in the field while it is empty.',
  note: 'Shown below the field.',
  tooltip: 'Shown when someone opens the (i) next to the name.',
};

const SHOWN = ['displayName', 'placeholder', 'note', 'tooltip'] as const;

/** What the form says about an input. */
export const InputExplanations = memo(function InputExplanations({
  inputKey,
  editing,
}: {
  inputKey: string;
  editing: Editing<InputFields>;
}) {
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
      <TextInput maxLength={200} placeholder={nameOfKey(inputKey)} {...field('displayName')} />
      <TextInput maxLength={200} {...field('placeholder')} />
      <Textarea {...long} {...field('note')} />
      <Textarea {...long} {...field('tooltip')} />
    </Stack>
  );
}, staysDrawn(SHOWN));
