import { TextInput } from '@mantine/core';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import { useRecentValues } from '../recent-values';

/** One line of text; the fallback for every other type. */
export function TextControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const [listId, recent] = useRecentValues(props.id, input.key);
  return (
    <>
      <TextInput
        {...stateAttributes(props)}
        list={listId}
        type={input.type.inputType === 'email' ? 'email' : 'text'}
        error={isInvalid}
        placeholder={placeholderOf(props)}
        value={cellText(value ?? null)}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        onBlur={onBlur}
        autoComplete="off"
      />
      {recent}
    </>
  );
}
