'use client';

import { TextInput } from '@mantine/core';

/** A whole number within bounds, or null where it may be left empty. */
export interface Bounds {
  least: number;
  most: number;
  isOptional?: true;
}

export const isWithin = (value: number | null, { least, most, isOptional }: Bounds): boolean =>
  value === null ? isOptional === true : Number.isInteger(value) && value >= least && value <= most;

interface NumberFieldProps {
  label: string;
  description: string;
  bounds: Bounds;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A field for a whole number. What isn't a number stays in the field and is refused. */
export function NumberField({ label, description, bounds, value, onChange }: NumberFieldProps) {
  const { least, most } = bounds;
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      label={label}
      description={description}
      min={least}
      max={most}
      step={1}
      value={value === null || Number.isNaN(value) ? '' : value}
      error={
        isWithin(value, bounds)
          ? undefined
          : `Please enter a whole number from ${least} to ${most.toLocaleString('en-US')}`
      }
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : currentTarget.valueAsNumber)
      }
    />
  );
}
