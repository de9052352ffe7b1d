'use client';

import { Stack } from '@mantine/core';
import { type FunctionComponent, memo } from 'react';
import { DropdownField } from '../dropdowns/dropdown-field';
import { ControlRow } from './control-row';
import type { FormControlRowProps } from './form-control-row';
import styles from './input-rules.module.css';
import { LayoutRows } from './list/layout-rows';
import { staysDrawn } from './list/stays-drawn';

/** The rows of the section, in order. A new kind of control adds its row here. */
const rows: readonly { name: string; Row: FunctionComponent<FormControlRowProps> }[] = [
  { name: 'dropdown', Row: DropdownField },
  { name: 'control', Row: ControlRow },
  { name: 'layout', Row: LayoutRows },
];

/** What the rows show; a new one adds its fields. */
const SHOWN = ['componentKind', 'groupHeader', 'colSpan', 'componentWidth', 'lineBreak'] as const;

/** The control of an input, and its position in the form. */
export const FormControlRows = memo(function FormControlRows(props: FormControlRowProps) {
  return (
    <Stack gap="lg" mb="lg">
      <h3 className={styles.heading}>Form control</h3>
      {rows.map(({ name, Row }) => (
        <Row key={name} {...props} />
      ))}
    </Stack>
  );
}, staysDrawn(SHOWN));
