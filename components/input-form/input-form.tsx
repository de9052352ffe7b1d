'use client';

import { useId, useRef } from 'react';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import type { ValuesCaller } from '@/lib/inputs/values-caller';
import type { JsonValue } from '@/lib/json';
import { controlKind, isTyped } from './control-kind';
import { FixedField } from './fixed-field';
import { FormField } from './form-field';
import styles from './input-form.module.css';
import { ownValue } from './own-value';
import { dividerOf, tagsIn } from './tag-texts';
import { useEarlyTyping } from './use-early-typing';
import { useFieldSpans } from './use-field-spans';

interface InputFormProps {
  /** Those that are shown, in order. */
  inputs: readonly Input[];
  names: InputNames;
  values: InputValues;
  unreadable: Readonly<Record<string, string>>;
  /** Errors by input key. */
  errors: Readonly<Record<string, string>>;
  caller: ValuesCaller;
  onChange: (key: string, value: JsonValue | undefined, unreadableText?: string) => void;
  onLeave: (key: string) => void;
  /** Unlocks a locked input for everyone; undefined for people who may not. */
  onUnlock?: ((input: Input) => void) | undefined;
}

/** The typed form of a command: for each input, the control for its type, its help, and its error. */
export function InputForm(props: InputFormProps) {
  const { inputs, names, caller, values, unreadable, errors, onChange, onLeave, onUnlock } = props;
  const form = useId();
  const formRef = useRef<HTMLDivElement>(null);
  const controlId = (input: Input) => `${form}-${input.inputId}`;
  useEarlyTyping(formRef, (id, text) => {
    const input = inputs.find((each) => controlId(each) === id);
    if (input === undefined) return;
    const kind = controlKind(input, undefined);
    if (isTyped(kind)) onChange(input.key, text || undefined);
    if (kind === 'tags') onChange(input.key, tagsIn(text, dividerOf(input.key)));
  });
  const spans = useFieldSpans(formRef, inputs, values);
  return (
    <div className={styles.form} ref={formRef}>
      {inputs.map((input, index) => {
        const span = spans[index] ?? 3;
        const error = ownValue(errors, input.key);
        const name = nameOf(names, input.key);
        if (isFixed(input)) {
          return (
            <FixedField
              key={input.key}
              input={input}
              name={name}
              span={span}
              caller={caller}
              error={error}
              onUnlock={onUnlock}
            />
          );
        }
        return (
          <FormField
            key={input.key}
            id={controlId(input)}
            input={input}
            name={name}
            span={span}
            value={ownValue(values, input.key)}
            unreadableText={ownValue(unreadable, input.key)}
            error={error}
            onChange={onChange}
            onLeave={onLeave}
          />
        );
      })}
    </div>
  );
}
