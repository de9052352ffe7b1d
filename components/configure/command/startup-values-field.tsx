'use client';

import { useState } from 'react';
import { InputForm } from '@/components/input-form/input-form';
import { formWith } from '@/components/input-form/state/form-state';
import { without } from '@/components/input-form/state/own-value';
import { problemsFor } from '@/components/input-form/state/problem-of';
import type { JsonValue } from '@/lib/base/json';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { isEmpty } from '@/lib/inputs/is-empty';
import type { Command } from '../panel/use-configure';
import styles from './startup-values-field.module.css';

interface StartupValuesFieldProps {
  label: string;
  inputs: Command['template']['inputs'];
  values: Readonly<Record<string, JsonValue>>;
  onChange: (values: Record<string, JsonValue>) => void;
}

/** Nobody fills in a form at startup, so the server supplies the person's own values. */
const caller = { variables: {}, mayOverrideHidden: true };
const problemOf = problemsFor(caller);

/** The values that a startup command runs with, in the form of the command itself. */
export function StartupValuesField({ label, inputs, values, onChange }: StartupValuesFieldProps) {
  const [unreadable, setUnreadable] = useState<Record<string, string>>({});
  const asked = inputs
    .filter(({ locked, variable }) => !locked && variable === null)
    .map((input) => ({ ...input, hidden: false }));
  const names = inputNames(asked);
  const state = formWith(values, unreadable);
  const errors = Object.fromEntries(
    asked
      .filter((input) => input.key in unreadable || !isEmpty(input, values[input.key]))
      .flatMap((input) => {
        const problem = problemOf(input, state);
        return problem === undefined ? [] : [[input.key, problem]];
      }),
  );
  const missing = asked.filter(
    (input) => input.defaultAmbiguousInput === 'required' && isEmpty(input, values[input.key]),
  );
  function change(key: string, value: JsonValue | undefined, text?: string): void {
    const others = without(unreadable, key);
    setUnreadable(text === undefined ? others : { ...others, [key]: text });
    const kept = without(values, key);
    onChange(value === undefined || value === '' ? kept : { ...kept, [key]: value });
  }
  if (asked.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      <InputForm
        inputs={asked}
        names={names}
        values={values}
        unreadable={unreadable}
        errors={errors}
        caller={caller}
        onChange={change}
        onLeave={() => {}}
      />
      {missing.length > 0 && (
        <p className={styles.caution} role="status">
          It can't run at startup until these have a value:{' '}
          {missing.map(({ key }) => nameOf(names, key)).join(', ')}.
        </p>
      )}
    </fieldset>
  );
}
