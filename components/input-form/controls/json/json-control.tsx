import { useState } from 'react';
import { type ControlProps, placeholderOf } from '@/components/input-form/control-props';
import { parseJsonText } from '@/components/input-form/state/parse-json-text';
import { exactJson } from '@/lib/base/exact-json';
import { JsonEditor } from './json-editor';

/** JSON as text. Text that can't be parsed yet is kept as typed; it is checked on leaving the field. */
export default function JsonControl(props: ControlProps) {
  const { value, unreadableText, isInvalid, onChange, onBlur } = props;
  // Typed text stays as it is while it means the same as the value.
  const [typed, setTyped] = useState<string | null>(null);
  const formatted = value === undefined || value === '' ? '' : exactJson(value, 2);
  const text = unreadableText ?? (typed !== null && saysTheSame(typed, formatted) ? typed : formatted);
  return (
    <JsonEditor
      id={props.id}
      aria-labelledby={props.labelId}
      aria-describedby={props.helpId}
      aria-required={props.input.defaultAmbiguousInput === 'required' || undefined}
      rows={15}
      isInvalid={isInvalid}
      placeholder={placeholderOf(props) ?? '{ }'}
      text={text}
      onChange={(next) => {
        if (next === text) return;
        setTyped(next);
        if (next.trim() === '') return onChange(undefined);
        const parsed = parseJsonText(next);
        if (parsed.ok) onChange(parsed.value);
        else onChange(undefined, next);
      }}
      onBlur={onBlur}
    />
  );
}

function saysTheSame(typed: string, formatted: string): boolean {
  if (typed.trim() === '') return formatted === '';
  const parsed = parseJsonText(typed);
  return parsed.ok && exactJson(parsed.value, 2) === formatted;
}
