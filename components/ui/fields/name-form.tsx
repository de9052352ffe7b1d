'use client';

import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '../feedback/error-notice';

interface NameFormProps {
  formId: string;
  initialName: string;
  onSave: (name: string) => void;
  error: Error | null;
  /** What failed, if the error's own title would be too general. */
  errorTitle?: string;
  maxLength?: number;
  placeholder?: string;
  /** What is said where nothing is entered. */
  emptyProblem?: string;
}

/** The single field of a panel that names something. Its button is in the panel's foot and belongs to `formId`. */
export function NameForm(props: NameFormProps) {
  const { formId, initialName, onSave, error, errorTitle, maxLength = 100, placeholder } = props;
  const { emptyProblem = 'You must fill out "Name"' } = props;
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string | null>(null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') setProblem(emptyProblem);
    else onSave(name.trim());
  }
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        placeholder={placeholder}
        data-autofocus
        required
        maxLength={maxLength}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
        mb="lg"
      />
      {error !== null && <ErrorNotice error={error} title={errorTitle} />}
    </form>
  );
}
