import { TextInput } from '@mantine/core';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';

/** One line of text; the fallback for every other type. */
export function TextControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  return (
    <TextInput
      {...stateAttributes(props)}
      type={input.type.inputType === 'email' ? 'email' : 'text'}
      error={isInvalid}
      placeholder={placeholderOf(props)}
      value={cellText(value ?? null)}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={onBlur}
      autoComplete="off"
    />
  );
}
