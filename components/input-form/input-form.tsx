'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useId, useRef } from 'react';
import { servedPart } from '@/components/ui/loading/served-part';
import type { JsonValue } from '@/lib/base/json';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import { dividersOf, itemsIn } from '@/lib/inputs/lists/list-items';
import type { ValuesCaller } from '@/lib/values/values-caller';
import { controlKind, isTyped } from './control-kind';
import { FormField, type FormFieldProps } from './form-field';
import styles from './input-form.module.css';
import { COLUMNS, type Place } from './state/form-rows';
import { ownValue } from './state/own-value';
import { useEarlyTyping } from './state/use-early-typing';
import { isHeader, useFieldPlaces } from './state/use-field-places';

/** Few forms have one. */
const FixedField = servedPart(
  dynamic(() => import('./fixed-field')),
  () => import('./fixed-field'),
);

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
  /** A field in place of the usual one; null where that one stays. */
  ownField?: (field: FormFieldProps) => ReactNode | null;
}

/** The typed form of a command: for each input, the control for its type, its help, and its error. */
export function InputForm(props: InputFormProps) {
  const { inputs, names, caller, values, unreadable, errors, onChange, onLeave, onUnlock, ownField } = props;
  const form = useId();
  const formRef = useRef<HTMLDivElement>(null);
  const controlId = (input: Input) => `${form}-${input.inputId}`;
  useEarlyTyping(formRef, (id, text) => {
    const input = inputs.find((each) => controlId(each) === id);
    if (input === undefined) return;
    const kind = controlKind(input, undefined);
    if (isTyped(kind)) onChange(input.key, text || undefined);
    if (kind === 'tags') onChange(input.key, itemsIn(text, dividersOf(input)));
  });
  const places = useFieldPlaces(formRef, inputs, values);
  const fieldOf = (input: Input, index: number) => {
    const place = places[index] ?? WHOLE_ROW;
    const error = ownValue(errors, input.key);
    const name = nameOf(names, input.key);
    if (isFixed(input)) {
      return (
        <FixedField
          key={input.key}
          input={input}
          name={name}
          {...place}
          caller={caller}
          error={error}
          onUnlock={onUnlock}
        />
      );
    }
    const field: FormFieldProps = {
      id: controlId(input),
      input,
      name,
      ...place,
      value: ownValue(values, input.key),
      unreadableText: ownValue(unreadable, input.key),
      error,
      onChange,
      onLeave,
    };
    return ownField?.(field) ?? <FormField key={input.key} {...field} />;
  };
  return (
    <div className={styles.form} ref={formRef}>
      {groupsOf(inputs).map(({ header, first, members }) => {
        const fields = members.map((input, index) => fieldOf(input, first + index));
        if (header === null) return fields;
        const headerId = `${form}-group-${first}`;
        return (
          <fieldset key={headerId} aria-labelledby={headerId} className={styles.group}>
            <h2 id={headerId} className={styles.header}>
              {header}
            </h2>
            {fields}
          </fieldset>
        );
      })}
    </div>
  );
}

const WHOLE_ROW: Place = { span: COLUMNS, startsRow: true };

interface Group {
  /** Null for the inputs before the first heading. */
  header: string | null;
  /** The position of the first member among all inputs. */
  first: number;
  members: Input[];
}

/** The inputs in groups: a heading starts one, which lasts until the next. */
function groupsOf(inputs: readonly Input[]): Group[] {
  const groups: Group[] = [];
  for (const [index, input] of inputs.entries()) {
    const group = groups.at(-1);
    const { groupHeader } = input;
    if (isHeader(groupHeader)) groups.push({ header: groupHeader, first: index, members: [input] });
    else if (group === undefined) groups.push({ header: null, first: index, members: [input] });
    else group.members.push(input);
  }
  return groups;
}
