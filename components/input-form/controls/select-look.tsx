import { IconSelector } from '@tabler/icons-react';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf } from '../control-props';

/** The closed look of a select, whether or not the list's code has loaded. */
export function selectLook(props: ControlProps) {
  const { input, value, isInvalid } = props;
  const current = value === undefined || value === null || value === '' ? null : cellText(value);
  const isClearable = input.defaultAmbiguousInput !== 'required';
  return {
    current,
    isClearable,
    clearButtonProps: { 'aria-label': 'Empty' },
    error: isInvalid,
    withErrorStyles: true,
    rightSection: current === null ? <IconSelector size={16} stroke={1.75} aria-hidden /> : undefined,
    rightSectionPointerEvents: 'none',
    placeholder: placeholderOf(props) ?? 'Choose',
  } as const;
}
