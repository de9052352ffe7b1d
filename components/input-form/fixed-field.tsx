import { Button, TextInput } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useId } from 'react';
import { fixedValueWords } from '@/components/input-form/state/variable-words';
import { MASKED } from '@/lib/base/secret-mark';
import type { Input } from '@/lib/inputs/input';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
import { cellText } from '@/lib/results/table/result-table';
import { type ValuesCaller, variableOf } from '@/lib/values/values-caller';
import styles from './controls/controls.module.css';
import { Field } from './field';
import type { Place } from './state/form-rows';

interface FixedFieldProps extends Place {
  input: Input;
  name: string;
  caller: ValuesCaller;
  error: string | undefined;
  /** Lets runners choose the value themselves; undefined for people who may not decide that. */
  onUnlock: ((input: Input) => void) | undefined;
}

/** An input whose value the person can't choose: locked by the command, or derived from the person. */
export default function FixedField({
  input,
  name,
  span,
  startsRow,
  caller,
  error,
  onUnlock,
}: FixedFieldProps) {
  const id = useId();
  const value = input.variable === null ? input.defaultValue : variableOf(input.variable, caller);
  const isSealed = input.variable === null && hasSealedDefault(input);
  return (
    <Field
      input={{ ...input, note: input.note ?? fixedValueWords(input) }}
      name={name}
      controlId={id}
      labelId={`${id}-label`}
      helpId={`${id}-help`}
      span={span}
      startsRow={startsRow}
      isFixed
      error={error}
    >
      <TextInput
        id={id}
        aria-describedby={`${id}-help`}
        classNames={{ input: styles.machine }}
        variant="filled"
        readOnly
        error={error !== undefined}
        value={value === null ? '' : isSealed ? MASKED : cellText(value)}
        placeholder={value === null ? (input.variable === null ? 'null' : 'No value yet') : undefined}
        {...(onUnlock !== undefined && input.locked && input.variable === null
          ? {
              rightSectionWidth: 'auto',
              rightSection: (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-xs"
                  mr={6}
                  leftSection={<IconLockOpen size={14} stroke={1.75} aria-hidden />}
                  aria-label={`Unlock ${name}`}
                  onClick={() => onUnlock(input)}
                >
                  Unlock
                </Button>
              ),
            }
          : {})}
      />
    </Field>
  );
}
