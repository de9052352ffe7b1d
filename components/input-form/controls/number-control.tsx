import { TextInput } from '@mantine/core';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import styles from './controls.module.css';

/**
 * A number, kept as the decimal text that was typed: it is never converted to a double, so every digit of a bigint or
 * numeric is kept.
 */
export function NumberControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const text = cellText(value ?? null);
  return (
    <TextInput
      {...stateAttributes(props)}
      classNames={{ input: styles.machine }}
      inputMode={input.type.constraints.step === 1 ? 'numeric' : 'decimal'}
      error={isInvalid}
      placeholder={placeholderOf(props)}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={() => {
        if (text !== text.trim()) onChange(text.trim() || undefined);
        onBlur();
      }}
      autoComplete="off"
    />
  );
}
