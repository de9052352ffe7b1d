import type { updateInput } from '@/lib/contract/configure';
import type { BodyOf } from '@/lib/contract/operation';
import { coerceValue } from '@/lib/inputs/coerce-value';
import type { AmbiguousDefault, InputVariable } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { cellText } from '@/lib/runs/result-table';
import type { CommandInput } from './use-configure';

/** What the panel of an input edits. Empty text is none. */
export type InputFields = {
  emptyMeans: AmbiguousDefault;
  hidden: boolean;
  /** Null for none. */
  defaultValue: JsonValue;
  /** What was typed as the default and is no value yet: half-written JSON. It is never saved. */
  defaultText: string | null;
  /** Whether the form opens with the default filled in. */
  isFilledIn: boolean;
  locked: boolean;
  variable: InputVariable | null;
  displayName: string;
  placeholder: string;
  note: string;
  tooltip: string;
};

export function inputFields(input: CommandInput): InputFields {
  return {
    emptyMeans: input.defaultAmbiguousInput,
    hidden: input.hidden,
    defaultValue: input.defaultValue,
    defaultText: null,
    isFilledIn: input.useDefaultValue,
    locked: input.locked,
    variable: input.variable,
    displayName: input.displayName ?? '',
    placeholder: input.placeholder ?? '',
    note: input.note ?? '',
    tooltip: input.tooltip ?? '',
  };
}

/** The changes as the operation takes them. */
export function inputBody(
  changes: Partial<InputFields>,
): Omit<BodyOf<typeof updateInput>, 'version' | 'orgId'> {
  const { emptyMeans, isFilledIn, defaultText: _, ...same } = changes;
  return { ...same, defaultAmbiguousInput: emptyMeans, useDefaultValue: isFilledIn };
}

/** How the kinds of empty inputs are called (document 2 §3). */
export const EMPTY_MEANS: Record<AmbiguousDefault, string> = {
  required: 'required',
  explicitNull: 'Optional (NULL)',
  emptyString: 'Optional ("")',
  omit: 'Optional (omit)',
};

export const VARIABLES: Readonly<Record<string, string>> = {
  user_id: "The person's id",
  user_email: "The person's e-mail",
  user_name: "The person's name",
};

const labels: Record<keyof InputFields, string> = {
  emptyMeans: 'Required?',
  hidden: 'Hidden?',
  defaultValue: 'Default Value',
  defaultText: 'Default Value',
  isFilledIn: 'Filled in when the form opens',
  locked: 'Locked from editing?',
  variable: 'Variable',
  displayName: 'Custom Display Name',
  placeholder: 'Placeholder',
  note: 'Note',
  tooltip: 'Tooltip',
};

export const inputLabel = (key: string): string => (key in labels ? labels[key as keyof InputFields] : key);

/** A field's value in words; `--` for none. */
export function inputWords(key: string, value: JsonValue): string {
  if (key === 'hidden') return value === true ? 'Hidden' : 'Visible';
  if (key === 'locked') return value === true ? 'Locked' : 'Editable';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === '') return '--';
  if (key === 'emptyMeans') return EMPTY_MEANS[value as AmbiguousDefault];
  if (key === 'variable') return VARIABLES[String(value)] ?? String(value);
  return cellText(value);
}

/** What is wrong with a default as it is filled in; null where nothing is. */
export function defaultProblem(
  { type }: CommandInput,
  { defaultValue, defaultText }: InputFields,
): string | null {
  if (defaultText !== null) return 'Invalid JSON format';
  if (defaultValue === null || defaultValue === '') return null;
  const coerced = coerceValue(type, defaultValue);
  return coerced.ok ? null : coerced.message;
}

/** Whether nobody could run the command: the input is required, is not asked for, and nothing fills it in. */
export function isNeverFilled(fields: InputFields): boolean {
  const isAsked = !fields.hidden && !fields.locked;
  return (
    !isAsked && fields.emptyMeans === 'required' && fields.variable === null && fields.defaultValue === null
  );
}
