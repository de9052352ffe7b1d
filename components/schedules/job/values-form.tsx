'use client';

import { useMemo, useState } from 'react';
import { FormDropdownsProvider } from '@/components/input-form/dropdown/form-dropdowns';
import type { FormFieldProps } from '@/components/input-form/form-field';
import { InputForm } from '@/components/input-form/input-form';
import { formWith } from '@/components/input-form/state/form-state';
import { without } from '@/components/input-form/state/own-value';
import { problemsFor } from '@/components/input-form/state/problem-of';
import type { JsonValue } from '@/lib/base/json';
import { editableInputs, hasPrefilledDefault } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames } from '@/lib/inputs/input-names';
import { isEmpty } from '@/lib/inputs/is-empty';
import { isRelative, isRelativeText, RELATIVE_HINT, takesRelative } from '@/lib/schedules/relative-dates';
import type { Command } from '../use-jobs';
import { JobDateField } from './job-date-field';
import styles from './values-form.module.css';

/** Nobody is asked when a job fires: the values of its owner come from the server, and engineers set hidden ones. */
const caller = { variables: {}, mayOverrideHidden: true };
const problemOf = problemsFor(caller);

/** The inputs that a job has values for, also hidden ones. */
export const askedInputs = (inputs: readonly Input[]): Input[] =>
  editableInputs(inputs.map((input) => ({ ...input, hidden: false })));

export interface ValuesState {
  values: InputValues;
  unreadable: Record<string, string>;
  errors: Record<string, string>;
  change(key: string, value: JsonValue | undefined, text?: string): void;
  leave(key: string): void;
  /** Shows what is missing or wrong; whether nothing is. */
  check(): boolean;
  /** Shows what the server refused, under `{prefix}.{key}`. */
  refuse(issues: readonly { path: string; message: string }[], prefix: string): void;
}

/** @param kept the inputs whose passwords stay if nothing is typed */
export function useValues(
  inputs: readonly Input[],
  start: InputValues,
  kept: ReadonlySet<string> = new Set(),
): ValuesState {
  const asked = useMemo(() => askedInputs(inputs), [inputs]);
  const [values, setValues] = useState(() => withDefaults(inputs, start));
  const [unreadable, setUnreadable] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const problem = (input: Input): string | undefined => {
    const value = values[input.key];
    if (isRelative(value) && takesRelative(input))
      return isRelativeText(value.relative) ? undefined : RELATIVE_HINT;
    if (kept.has(input.key) && isEmpty(input, value)) return undefined;
    return problemOf(input, formWith(values, unreadable));
  };
  return {
    values,
    unreadable,
    errors,
    change(key, value, text) {
      const others = without(unreadable, key);
      setUnreadable(text === undefined ? others : { ...others, [key]: text });
      setValues(changedValues(asked, values, key, value));
      setErrors(without(errors, key));
    },
    leave(key) {
      const input = asked.find((each) => each.key === key);
      if (input === undefined || isEmpty(input, values[key])) return;
      const found = problem(input);
      setErrors(found === undefined ? without(errors, key) : { ...errors, [key]: found });
    },
    check() {
      const found = Object.fromEntries(
        asked.flatMap((input) => {
          const message = problem(input);
          return message === undefined ? [] : [[input.key, message]];
        }),
      );
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    refuse(issues, prefix) {
      const own = issues.flatMap(({ path, message }) =>
        path.startsWith(`${prefix}.`) ? [[path.slice(prefix.length + 1), message]] : [],
      );
      setErrors(Object.fromEntries(own));
    },
  };
}

/** The values after a change. A default that was emptied is recorded, or it would be filled in again. */
function changedValues(
  inputs: readonly Input[],
  values: InputValues,
  key: string,
  value: JsonValue | undefined,
): InputValues {
  if (value !== undefined && value !== '') return { ...values, [key]: value };
  const isFilledIn = inputs.some((input) => input.key === key && hasPrefilledDefault(input));
  return isFilledIn ? { ...values, [key]: '' } : without(values, key);
}

/** The form opens with the defaults of its inputs, as that of a run does. Hidden ones are only filled in for a new job. */
function withDefaults(inputs: readonly Input[], start: InputValues): InputValues {
  const isNew = Object.keys(start).length === 0;
  const filledIn = (isNew ? askedInputs(inputs) : editableInputs(inputs)).filter(hasPrefilledDefault);
  return { ...Object.fromEntries(filledIn.map(({ key, defaultValue }) => [key, defaultValue])), ...start };
}

interface ValuesFormProps {
  command: Command;
  form: ValuesState;
  zone: string;
  kept?: ReadonlySet<string>;
}

/** The form of a command for a job, in which dates may move along with each firing. */
export function ValuesForm({ command, form, zone, kept = new Set() }: ValuesFormProps) {
  const { orgId, commandId, dropdowns, template } = command;
  const asked = useMemo(() => askedInputs(template.inputs), [template.inputs]);
  const names = inputNames(asked);
  const dropdownForm = useMemo(
    () => ({ orgId, commandId, dropdowns, inputs: template.inputs }),
    [orgId, commandId, dropdowns, template.inputs],
  );
  if (asked.length === 0) return <p className={styles.quiet}>This command takes no inputs.</p>;
  const ownField = (field: FormFieldProps) =>
    takesRelative(field.input) ? <JobDateField key={field.input.key} {...field} zone={zone} /> : null;
  return (
    <FormDropdownsProvider form={dropdownForm} values={form.values}>
      <InputForm
        inputs={asked.map((input) =>
          kept.has(input.key) ? { ...input, placeholder: 'Leave empty to keep the saved value' } : input,
        )}
        names={names}
        values={form.values}
        unreadable={form.unreadable}
        errors={form.errors}
        caller={caller}
        onChange={form.change}
        onLeave={form.leave}
        ownField={ownField}
      />
    </FormDropdownsProvider>
  );
}
