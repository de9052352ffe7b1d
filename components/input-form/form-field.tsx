'use client';

import { memo } from 'react';
import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { Control } from './control';
import { Field } from './field';
import type { Place } from './state/form-rows';

export interface FormFieldProps extends Place {
  id: string;
  input: Input;
  name: string;
  value: JsonValue | undefined;
  unreadableText: string | undefined;
  error: string | undefined;
  onChange: (key: string, value: JsonValue | undefined, unreadableText?: string) => void;
  onLeave: (key: string) => void;
}

/** One input that the person fills in; re-rendered only when its own state changes. */
export const FormField = memo(function FormField(props: FormFieldProps) {
  const { id, input, name, span, startsRow, value, unreadableText, error, onChange, onLeave } = props;
  const ids = { labelId: `${id}-label`, helpId: `${id}-help` };
  return (
    <Field input={input} name={name} controlId={id} {...ids} span={span} startsRow={startsRow} error={error}>
      <Control
        id={id}
        {...ids}
        input={input}
        value={value}
        unreadableText={unreadableText}
        isInvalid={error !== undefined}
        onChange={(next, text) => onChange(input.key, next, text)}
        onBlur={() => onLeave(input.key)}
      />
    </Field>
  );
});
