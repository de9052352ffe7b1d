'use client';

import { PasswordInput, Textarea, TextInput } from '@mantine/core';

interface AuthFieldProps {
  label: string;
  kind: 'text' | 'secret' | 'lines';
  isSet: boolean;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** One part of a credential; a secret is never shown again. */
export function AuthField({ label, kind, isSet: isSaved, value, error, onChange }: AuthFieldProps) {
  const common = {
    label,
    value,
    error,
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    placeholder: isSaved ? 'Saved. Type to replace it.' : undefined,
  };
  switch (kind) {
    case 'secret':
      return <PasswordInput {...common} autoComplete="new-password" />;
    case 'lines':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={10}
          placeholder={common.placeholder ?? '{"X-Api-Key": "…"}'}
        />
      );
    case 'text':
      return <TextInput {...common} autoComplete="off" />;
  }
}
