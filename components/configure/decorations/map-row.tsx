import { type ComboboxData, Select } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './decorations.module.css';
import type { OfferedCommand } from './use-decorations';

interface MapRowProps<Value extends string | number> {
  name: string;
  input: OfferedCommand['inputs'][number];
  options: ComboboxData;
  value: Value | null;
  /** What it would be filled with now; null for nothing, undefined if that isn't known. */
  sample?: string | null | undefined;
  onChange: (value: string | null) => void;
  /** Below the choice. */
  children?: ReactNode;
}

/** One input of the command that a button opens, and what fills it. */
export function MapRow<Value extends string | number>({
  name,
  input,
  options,
  value,
  sample,
  onChange,
  children,
}: MapRowProps<Value>) {
  const isFixed = input.hidden || input.locked || input.variable !== null;
  return (
    <>
      <span className={styles.name}>
        {name}
        {input.defaultAmbiguousInput === 'required' && <span className={styles.star}> *</span>}
        {isFixed && (
          <span className={styles.note}> · not filled in while hidden, locked, or from a variable</span>
        )}
      </span>
      <IconArrowLeft className={styles.arrow} size={16} stroke={1.75} aria-hidden />
      <div>
        <Select
          aria-label={`Output field for ${name}`}
          placeholder="Nothing"
          clearable
          searchable
          data={options}
          value={value === null ? null : String(value)}
          onChange={onChange}
          comboboxProps={{ withinPortal: true }}
        />
        {children}
        {sample != null && sample !== '' && <span className={styles.sample}>{sample}</span>}
      </div>
    </>
  );
}
