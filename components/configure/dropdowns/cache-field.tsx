'use client';

import { Radio, Stack } from '@mantine/core';
import { type CacheChoice, cacheChoices } from './dropdown-words';

interface CacheFieldProps {
  value: CacheChoice;
  isDisabled?: boolean;
  onChange: (value: CacheChoice) => void;
}

/** How long the options of a command are used again. */
export function CacheField({ value, isDisabled = false, onChange }: CacheFieldProps) {
  return (
    <Radio.Group
      label="Cache interval"
      description="For this long, forms open with the options that were loaded last. People can always refresh them."
      value={value}
      onChange={(next) => onChange(next as CacheChoice)}
    >
      <Stack gap="xs" mt="xs">
        {cacheChoices.map((choice) => (
          <Radio key={choice.value} {...choice} disabled={isDisabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
