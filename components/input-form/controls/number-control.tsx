import { TextInput } from '@mantine/core';
import { heldText } from '@/lib/base/exact-mark';
import type { Input } from '@/lib/inputs/input';
import { meantBy } from '@/lib/inputs/writing/read-text';
import { defaultText } from '@/lib/results/table/default-text';
import { cellText } from '@/lib/results/table/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import { exampleNumber } from '../gallery/example-number';
import { useRecentValues } from '../recent-values';
import { SENDS } from '../state/send-form';
import styles from './controls.module.css';

/**
 * A number, kept as the decimal text that was typed: it is never converted to a double, so every digit of a bigint or
 * numeric is kept. What was written as people write, such as `1,234.50`, becomes what it means when the field is left.
 */
export function NumberControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const text = cellText(value ?? null);
  const [listId, recent] = useRecentValues(props.id, input.key);
  return (
    <>
      <TextInput
        {...stateAttributes(props)}
        {...SENDS}
        list={listId}
        classNames={{ input: `${styles.machine} ${styles.suggests}` }}
        inputMode={input.type.constraints.step === 1 ? 'numeric' : 'decimal'}
        error={isInvalid}
        placeholder={placeholderOf(props) ?? exampleOf(input)}
        value={text}
        onChange={(event) => onChange(heldText(event.currentTarget.value) || undefined)}
        onBlur={() => {
          const settled = meantBy(input.type, text, navigator.language) ?? text.trim();
          if (settled !== text) onChange(settled || undefined);
          onBlur();
        }}
        autoComplete="off"
      />
      {recent}
    </>
  );
}

/** A default says what kind of number it is; without one, an example does. */
function exampleOf(input: Input): string | undefined {
  return defaultText(input) === null ? exampleNumber(input.type.constraints) : undefined;
}
