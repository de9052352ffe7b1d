import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Mask } from '@/lib/outputs/masks';
import { withMask } from './output-entries';

interface MaskByNameProps {
  masks: readonly Mask[];
  onChange: (changes: { maskedOutputs: Mask[] }) => void;
}

/** What is above an input: its label. */
const LABEL_PX = 24;

/** Masks a column or field that no result has shown yet, so that none has to. */
export function MaskByName({ masks, onChange }: MaskByNameProps) {
  const [name, setName] = useState('');
  const path = name.trim();
  const add = () => {
    if (path === '') return;
    const kind = /[.[\]]/.test(path) ? 'field' : 'column';
    onChange({ maskedOutputs: withMask(masks, { kind, path }, true) });
    setName('');
  };
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        label="Mask by name"
        description="Masks it before a result has shown it: every column and field of this name."
        placeholder="email, or customer.iban"
        maxLength={1_000}
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" mt={LABEL_PX} disabled={path === ''} onClick={add}>
        Mask
      </Button>
    </Group>
  );
}
