import { Textarea } from '@mantine/core';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';

/** Text that may have several lines; it grows with its content. */
export default function TextareaControl(props: ControlProps) {
  const { value, isInvalid, onChange, onBlur } = props;
  return (
    <Textarea
      {...stateAttributes(props)}
      error={isInvalid}
      autosize
      minRows={1}
      maxRows={12}
      placeholder={placeholderOf(props)}
      value={cellText(value ?? null)}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={onBlur}
    />
  );
}
