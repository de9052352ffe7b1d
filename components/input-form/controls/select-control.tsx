import { Select } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';

const MOST_SHOWN = 100;

/** One of a closed list; typing narrows it. */
export default function SelectControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const options = input.type.options ?? [];
  const current = value === undefined || value === null || value === '' ? null : cellText(value);
  // A value that is none of the options came with the URL: shown as it is, so that its message makes sense.
  const data = current === null || options.includes(current) ? options : [current, ...options];
  return (
    <Select
      {...stateAttributes(props)}
      data={[...new Set(data)]}
      limit={MOST_SHOWN}
      searchable
      clearable={input.defaultAmbiguousInput !== 'required'}
      clearButtonProps={{ 'aria-label': 'Empty' }}
      nothingFoundMessage="No matches"
      error={isInvalid}
      withErrorStyles
      rightSection={current === null ? <IconSelector size={16} stroke={1.75} aria-hidden /> : undefined}
      rightSectionPointerEvents={current === null ? 'none' : undefined}
      placeholder={placeholderOf(props) ?? 'Choose'}
      value={current}
      onChange={(next) => onChange(next ?? undefined)}
      onBlur={onBlur}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
