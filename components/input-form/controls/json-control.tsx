import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import { parseJsonText } from '../parse-json-text';
import styles from './controls.module.css';

/** JSON as text. What cannot be read yet is kept as it was typed; it is checked when one leaves. */
export default function JsonControl(props: ControlProps) {
  const { value, unreadableText, isInvalid, onChange, onBlur } = props;
  // What was typed stays as it was typed for as long as it says the same as the value.
  const [typed, setTyped] = useState<string | null>(null);
  const formatted = value === undefined || value === '' ? '' : JSON.stringify(value, null, 2);
  const text = unreadableText ?? (typed !== null && saysTheSame(typed, formatted) ? typed : formatted);
  return (
    <Textarea
      {...stateAttributes(props)}
      classNames={{ input: styles.machine }}
      error={isInvalid}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      placeholder={placeholderOf(props) ?? '{ }'}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
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
  return parsed.ok && JSON.stringify(parsed.value, null, 2) === formatted;
}
