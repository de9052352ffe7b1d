'use client';

import { useId } from 'react';
import type { ValuesCaller } from '@/lib/inputs/check-values';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { Control } from './control';
import { controlKind, isWide } from './control-kind';
import { Field } from './field';
import { FixedField } from './fixed-field';
import { isFixed } from './form-inputs';
import styles from './input-form.module.css';
import { ownValue } from './own-value';

interface InputFormProps {
  /** Those that are shown, in order. */
  inputs: readonly Input[];
  values: InputValues;
  unreadable: Readonly<Record<string, string>>;
  /** What is wrong, by input key. */
  errors: Readonly<Record<string, string>>;
  caller: ValuesCaller;
  onChange: (key: string, value: JsonValue | undefined, unreadableText?: string) => void;
  onLeave: (key: string) => void;
}

/** The typed form of a command: a control made for each input's type, its help, and what is wrong with it. */
export function InputForm({ inputs, caller, values, unreadable, errors, onChange, onLeave }: InputFormProps) {
  const form = useId();
  return (
    <div className={styles.form}>
      {inputs.map((input) => {
        const error = ownValue(errors, input.key);
        if (isFixed(input)) {
          return <FixedField key={input.key} input={input} caller={caller} error={error} />;
        }
        const id = `${form}-${input.inputId}`;
        const ids = { labelId: `${id}-label`, helpId: `${id}-help` };
        const value = ownValue(values, input.key);
        return (
          <Field
            key={input.key}
            input={input}
            controlId={id}
            {...ids}
            isWide={isWide(controlKind(input, value))}
            error={error}
          >
            <Control
              id={id}
              {...ids}
              input={input}
              value={value}
              unreadableText={ownValue(unreadable, input.key)}
              isInvalid={error !== undefined}
              onChange={(next, text) => onChange(input.key, next, text)}
              onBlur={() => onLeave(input.key)}
            />
          </Field>
        );
      })}
    </div>
  );
}
