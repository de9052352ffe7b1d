'use client';

import { Button } from '@mantine/core';
import { useId } from 'react';
import { Control } from '@/components/input-form/control';
import type { JsonValue } from '@/lib/base/json';
import { MASKED } from '@/lib/base/secret-mark';
import { hasSealedDefault, holdsSecret } from '@/lib/inputs/secret-values';
import type { CommandInput } from '../panel/use-configure';
import styles from './list/input-list.module.css';

interface DefaultFieldProps {
  input: CommandInput;
  value: JsonValue | undefined;
  unreadableText: string | undefined;
  problem: string | null;
  onChange: (value: JsonValue | undefined, unreadableText?: string) => void;
}

/** The default of an input, edited with the control that the form will have. */
export function DefaultField({ input, value, unreadableText, problem, onChange }: DefaultFieldProps) {
  const id = useId();
  // A secret that is set is never shown: it can be replaced or removed.
  const isSealed = hasSealedDefault({ ...input, defaultValue: value ?? null });
  const help = problem ?? helpOf(input, isSealed);
  return (
    <div>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        Default value
      </label>
      <Control
        id={id}
        labelId={`${id}-label`}
        helpId={`${id}-help`}
        input={{ ...input, placeholder: isSealed ? MASKED : null, defaultAmbiguousInput: 'omit' }}
        value={isSealed ? undefined : value}
        unreadableText={unreadableText}
        isInvalid={problem !== null}
        onChange={onChange}
        onBlur={() => {}}
      />
      <p id={`${id}-help`} className={styles.help} data-invalid={problem !== null}>
        {help}
      </p>
      {isSealed && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => onChange(undefined)}>
          Remove the default
        </Button>
      )}
    </div>
  );
}

function helpOf({ type, defaultExpression }: CommandInput, isSealed: boolean): string {
  if (isSealed) return 'A value is saved. Fill in another one to replace it.';
  if (holdsSecret(type)) return 'Leave empty for no default. It is encrypted, and never shown again.';
  return defaultExpression === null
    ? 'Leave empty for no default.'
    : `The source uses ${defaultExpression} when nothing is sent.`;
}
