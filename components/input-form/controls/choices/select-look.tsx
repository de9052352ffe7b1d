import { IconSelector } from '@tabler/icons-react';
import { type ControlProps, placeholderOf } from '@/components/input-form/control-props';
import { optionNames } from '@/lib/inputs/choices/option-names';
import { cellText } from '@/lib/results/table/result-table';

const NO_OPTIONS: readonly string[] = [];
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The closed look of a select, whether or not the list's code has loaded. */
export function selectLook(props: ControlProps) {
  const { input, value, isInvalid } = props;
  const isNothing = value === '' && input.type.options?.includes('') !== true;
  const current = value === undefined || value === null || isNothing ? null : cellText(value);
  const isClearable = input.defaultAmbiguousInput !== 'required';
  return {
    current,
    // The values of a dropdown are in the engineer's own words.
    names: input.dropdownId === null ? optionNames(input.type.options ?? NO_OPTIONS) : NO_NAMES,
    isClearable,
    clearButtonProps: { 'aria-label': 'Empty' },
    error: isInvalid,
    withErrorStyles: true,
    rightSection: current === null ? <IconSelector size={16} stroke={1.75} aria-hidden /> : undefined,
    rightSectionPointerEvents: 'none',
    placeholder: placeholderOf(props) ?? 'Choose',
  } as const;
}
