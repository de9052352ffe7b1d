import { Textarea } from '@mantine/core';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';

/** Text of several lines. */
export function TextareaControl(props: ControlProps) {
  const { value, isInvalid, onChange, onBlur } = props;
  return (
    <Textarea
      {...stateAttributes(props)}
      error={isInvalid}
      rows={4}
      resize="vertical"
      placeholder={placeholderOf(props)}
      value={cellText(value ?? null)}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={onBlur}
    />
  );
}
