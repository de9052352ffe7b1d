import { PasswordInput } from '@mantine/core';
import { cellText } from '@/lib/results/table/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';

/** A secret: shown only on request, and kept neither in the URL nor in a draft. */
export default function PasswordControl(props: ControlProps) {
  const { value, isInvalid, onChange, onBlur } = props;
  return (
    <PasswordInput
      {...stateAttributes(props)}
      error={isInvalid}
      placeholder={placeholderOf(props)}
      value={cellText(value ?? null)}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={onBlur}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what is typed' }}
    />
  );
}
