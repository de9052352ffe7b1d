import { type ComboboxData, Select } from '@mantine/core';

/** As many as people scroll through; the others are found by typing. */
const MOST_OPTIONS = 50;

interface ThingSelectProps {
  /** What it is, such as "command". */
  kind: string;
  data: ComboboxData;
  /** The id of the chosen one; null for any. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** A filter by one command, or by one of other things that have names. */
export function ThingSelect({ kind, data, value, onChange }: ThingSelectProps) {
  return (
    <Select
      label={kind.charAt(0).toUpperCase() + kind.slice(1)}
      placeholder={`Any ${kind}`}
      data={data}
      clearButtonProps={{ 'aria-label': `Any ${kind}` }}
      nothingFoundMessage={`No ${kind} by that name`}
      limit={MOST_OPTIONS}
      searchable
      clearable
      value={value}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
