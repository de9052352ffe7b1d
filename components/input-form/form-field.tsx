'use client';

import { useFocusWithin } from '@mantine/hooks';
import { memo, useState } from 'react';
import type { Input } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { Control } from './control';
import { controlKind, isWide } from './control-kind';
import { Field } from './field';

interface FormFieldProps {
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
  const { id, input, name, value, unreadableText, error, onChange, onLeave } = props;
  const ids = { labelId: `${id}-label`, helpId: `${id}-help` };
  const { ref, focused: isTyping } = useFocusWithin<HTMLDivElement>();
  const [wasWide, setWide] = useState(false);
  // While someone types, the field stays where it is, however long its text gets.
  const wide = isTyping ? wasWide : isWide(controlKind(input, value), value);
  if (wide !== wasWide) setWide(wide);
  return (
    <Field input={input} name={name} controlId={id} {...ids} isWide={wide} error={error} ref={ref}>
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
