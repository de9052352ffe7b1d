import { TextInput } from '@mantine/core';
import { heldText } from '@/lib/base/exact-mark';
import type { Input } from '@/lib/inputs/input';
import { defaultText } from '@/lib/results/table/default-text';
import { cellText } from '@/lib/results/table/result-table';
import { typeSystemOf } from '@/lib/type-systems/type-systems';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import { useRecentValues } from '../recent-values';
import { SENDS } from '../state/send-form';
import styles from './controls.module.css';

/** One line of text; the fallback for every other type. */
export function TextControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const [listId, recent] = useRecentValues(props.id, input.key);
  return (
    <>
      <TextInput
        {...stateAttributes(props)}
        {...SENDS}
        classNames={{ input: styles.suggests }}
        list={listId}
        type={input.type.inputType === 'email' ? 'email' : 'text'}
        error={isInvalid}
        placeholder={placeholderOf(props) ?? exampleOf(input)}
        value={cellText(value ?? null)}
        onChange={(event) => onChange(heldText(event.currentTarget.value) || undefined)}
        onBlur={onBlur}
        autoComplete="off"
      />
      {recent}
    </>
  );
}

/** A default says what the text looks like; without one, an example does. */
function exampleOf(input: Input): string | undefined {
  const example = typeSystemOf(input.type).exampleText(input.type.typeId);
  return example === null || defaultText(input) !== null ? undefined : `e.g. ${example}`;
}
