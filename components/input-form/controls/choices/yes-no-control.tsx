import { SegmentedControl } from '@mantine/core';
import type { ControlProps } from '@/components/input-form/control-props';
import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { defaultText } from '@/lib/results/table/default-text';
import { typeSystemOf } from '@/lib/type-systems/type-systems';
import styles from '../controls.module.css';

const EMPTY = 'empty';

/** Yes or no; where the input may be left empty, a third choice that says what empty means here. */
export default function YesNoControl({
  labelId,
  helpId,
  input,
  value,
  isInvalid,
  onChange,
  onBlur,
}: ControlProps) {
  const third = emptyMeaning(input);
  return (
    <SegmentedControl
      className={styles.segments}
      data-invalid={isInvalid || undefined}
      fullWidth
      aria-labelledby={labelId}
      aria-describedby={helpId}
      value={chosen(value, third !== null)}
      onChange={(next) => onChange(next === EMPTY ? undefined : next === 'true')}
      onBlur={onBlur}
      data={[
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
        ...(third === null ? [] : [{ value: EMPTY, label: third }]),
      ]}
    />
  );
}

/** The selected option; a required input starts without one. */
function chosen(value: JsonValue | undefined, mayBeEmpty: boolean): string {
  if (value === true || value === 'true') return 'true';
  if (value === false || value === 'false') return 'false';
  return mayBeEmpty ? EMPTY : '';
}

function emptyMeaning(input: Input) {
  const { defaultAmbiguousInput, type } = input;
  switch (defaultAmbiguousInput) {
    case 'required':
      return null;
    case 'explicitNull':
      return 'NULL';
    case 'emptyString':
      return 'Empty';
    case 'omit':
      return withDefault(typeSystemOf(type).leftOut, defaultText(input));
  }
}

/** Says what the source uses where the choice is taken: `Default (No)`. The form has no line for it then. */
const withDefault = (leftOut: string, text: string | null): string =>
  text === null ? leftOut : `${leftOut} (${text})`;
