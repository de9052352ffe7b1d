'use client';

import { Stack } from '@mantine/core';
import type { FunctionComponent } from 'react';
import { DropdownField } from '../dropdowns/dropdown-field';
import { ControlRow } from './control-row';
import type { FormControlRowProps } from './form-control-row';
import styles from './input-rules.module.css';
import { LayoutRows } from './layout-rows';

/** The rows of the section, in order. A new kind of control adds its row here. */
const rows: readonly { name: string; Row: FunctionComponent<FormControlRowProps> }[] = [
  { name: 'dropdown', Row: DropdownField },
  { name: 'control', Row: ControlRow },
  { name: 'layout', Row: LayoutRows },
];

/** The control of an input, and its position in the form. */
export function FormControlRows(props: FormControlRowProps) {
  return (
    <Stack gap="lg" mb="lg">
      <h3 className={styles.heading}>Form control</h3>
      {rows.map(({ name, Row }) => (
        <Row key={name} {...props} />
      ))}
    </Stack>
  );
}
