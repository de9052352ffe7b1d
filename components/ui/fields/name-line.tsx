'use client';

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from './name-line.module.css';

interface NameLineProps {
  label: string;
  description?: string;
  /** The saved name. */
  name: string;
  maxLength?: number;
  isSaving: boolean;
  /** Why the last name wasn't saved. */
  problem: string | null;
  /** Called with every change, to forget the problem. */
  onType: () => void;
  onSave: (name: string) => void;
}

/** A name that is saved by itself, by the button next to it, on a page or in a panel that holds more. */
export function NameLine(props: NameLineProps) {
  const { label, description, name, maxLength = 100, isSaving, problem, onType, onSave } = props;
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const isNew = wanted !== '' && wanted !== name;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isNew || isSaving) return;
    setTyped(wanted);
    onSave(wanted);
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={label}
        description={description}
        value={typed}
        maxLength={maxLength}
        error={problem}
        onChange={({ currentTarget }) => {
          onType();
          setTyped(currentTarget.value);
        }}
        // Next to the field itself, whatever stands below it.
        inputContainer={(field) => (
          <div className={styles.line}>
            {field}
            <Button type="submit" variant="default" disabled={!isNew} loading={isSaving}>
              Save
            </Button>
          </div>
        )}
      />
    </form>
  );
}
