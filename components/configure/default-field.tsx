'use client';

import { useId } from 'react';
import { Control } from '@/components/input-form/control';
import type { JsonValue } from '@/lib/json';
import styles from './input-list.module.css';
import type { CommandInput } from './use-configure';

interface DefaultFieldProps {
  input: CommandInput;
  value: JsonValue | undefined;
  unreadableText: string | undefined;
  problem: string | null;
  onChange: (value: JsonValue | undefined, unreadableText?: string) => void;
}

/** The default of an input, edited with the very control that the form will have. */
export function DefaultField({ input, value, unreadableText, problem, onChange }: DefaultFieldProps) {
  const id = useId();
  const help =
    problem ??
    (input.defaultExpression === null
      ? 'Leave empty for no default.'
      : `The source uses ${input.defaultExpression} when nothing is sent.`);
  return (
    <div>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        Default Value
      </label>
      <Control
        id={id}
        labelId={`${id}-label`}
        helpId={`${id}-help`}
        input={{ ...input, placeholder: null, defaultAmbiguousInput: 'omit' }}
        value={value}
        unreadableText={unreadableText}
        isInvalid={problem !== null}
        onChange={onChange}
        onBlur={() => {}}
      />
      <p id={`${id}-help`} className={styles.help} data-invalid={problem !== null}>
        {help}
      </p>
    </div>
  );
}
