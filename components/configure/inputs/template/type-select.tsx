'use client';

import { Select } from '@mantine/core';
import { INVALID_TYPE, offeredTypes, typeNamed, typeSystemLabel } from '@/lib/type-systems/known-types';

interface TypeSelectProps {
  typeSystem: string;
  value: string;
  onChange: (typeId: string) => void;
}

/** One of the types of a type system. A type that it doesn't have is shown with its error, to be replaced. */
export function TypeSelect({ typeSystem, value, onChange }: TypeSelectProps) {
  const offered = offeredTypes(typeSystem);
  const isKnown = value === '' || typeNamed(typeSystem, value) !== null;
  return (
    <Select
      label="Type"
      description={`One of ${typeSystemLabel(typeSystem)}'s types.`}
      searchable
      allowDeselect={false}
      data={value === '' || offered.includes(value) ? [...offered] : [value, ...offered]}
      value={value === '' ? null : value}
      error={isKnown ? null : INVALID_TYPE}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
