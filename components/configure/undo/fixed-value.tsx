import { SegmentedControl, TextInput } from '@mantine/core';

interface FixedValueProps {
  /** Of the input. */
  name: string;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
}

/** The value that always fills an input: Yes or No, or as it is typed into the form. */
export function FixedValue({ name, value, onChange }: FixedValueProps) {
  const label = `Value for ${name}`;
  if (typeof value === 'boolean') {
    return (
      <SegmentedControl
        aria-label={label}
        mt={4}
        size="xs"
        data={['Yes', 'No']}
        value={value ? 'Yes' : 'No'}
        onChange={(chosen) => onChange(chosen === 'Yes')}
      />
    );
  }
  return (
    <TextInput
      aria-label={label}
      mt={4}
      maxLength={2000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
