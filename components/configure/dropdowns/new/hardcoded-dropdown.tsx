'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { NO_VALUES, valuesIn } from '../dropdown-words';
import styles from '../dropdowns.module.css';
import { ValuesField } from '../values-field';
import { NewDropdownFrame } from './new-dropdown-frame';
import { type NewDropdownOf, NO_NAME, useNewDropdown } from './use-new-dropdown';

/** A new dropdown with a list of values. */
export function HardcodedDropdown(of: NewDropdownOf) {
  const saving = useNewDropdown(of);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [wasSent, setSent] = useState(false);
  const isNamed = name.trim() !== '';
  const values = valuesIn(text);
  function save(): void {
    setSent(true);
    if (isNamed && values.length > 0) void saving.save({ name, values: JSON.stringify(values) });
  }
  return (
    <NewDropdownFrame {...of} title="Hardcoded values" saving={saving} onSave={save}>
      <TextInput
        label="Name"
        description="For engineers: what the options are, such as Countries."
        maxLength={200}
        data-autofocus
        value={name}
        error={wasSent && !isNamed ? NO_NAME : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <ValuesField text={text} onChange={setText} />
        {wasSent && values.length === 0 && (
          <p className={styles.problem} role="alert">
            {NO_VALUES}
          </p>
        )}
      </div>
    </NewDropdownFrame>
  );
}
