'use client';

import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import type { SchemaField } from '@/components/ui/fields/schema-fields';
import { PairsControl } from './pairs-control';

interface SchemaControlProps {
  field: SchemaField;
  value: string;
  error: string | undefined;
  /** Whether it holds a saved secret, which stays if the field is left empty. */
  isSaved?: boolean;
  /** Whether it is only shown. */
  isFixed?: boolean;
  /** Of a secret with several values, the names that are saved. */
  savedNames?: readonly string[];
  onChange: (value: string) => void;
}

/** More options than this are searched by typing. */
const MANY_OPTIONS = 12;

/** The control for a field. */
export function SchemaControl({
  field,
  value,
  error,
  isSaved = false,
  isFixed = false,
  savedNames = [],
  onChange,
}: SchemaControlProps) {
  const common = {
    label: field.label,
    description: field.hint ?? undefined,
    withAsterisk: field.isRequired && !isFixed,
    error,
    placeholder: isSaved ? (isFixed ? 'Saved' : 'Saved. Type to replace it.') : (field.fallback ?? undefined),
    name: `connection-${field.path}`,
  };
  const events = {
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          {...common}
          data={field.options.map((value) => ({ value, label: field.optionLabels[value] ?? value }))}
          value={value === '' ? (isSaved ? null : field.fallback) : value}
          allowDeselect={false}
          searchable={field.options.length > MANY_OPTIONS}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'pairs':
      return (
        <PairsControl field={field} value={value} error={error} savedNames={savedNames} onChange={onChange} />
      );
    case 'password':
      return <PasswordInput {...common} {...events} autoComplete="new-password" />;
    case 'lines':
      return <Textarea {...common} {...events} autosize minRows={2} maxRows={8} spellCheck={false} />;
    case 'number':
      return <TextInput {...common} {...events} inputMode="numeric" autoComplete="off" />;
    case 'text':
      return <TextInput {...common} {...events} autoComplete="off" spellCheck={false} />;
  }
}
