'use client';

import { Textarea } from '@mantine/core';
import { MOST_VALUES } from '@/lib/contract/command/dropdowns';
import { valuesIn } from './dropdown-words';

interface ValuesFieldProps {
  text: string;
  isDisabled?: boolean;
  onChange: (text: string) => void;
}

/** The values of a hardcoded dropdown, one on each line. */
export function ValuesField({ text, isDisabled = false, onChange }: ValuesFieldProps) {
  const count = valuesIn(text).length;
  return (
    <Textarea
      label="Values"
      description={`One value per line, at most ${MOST_VALUES}. ${count === 1 ? '1 value' : `${count} values`}.`}
      autosize
      minRows={6}
      maxRows={20}
      spellCheck={false}
      disabled={isDisabled}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
