import type { InputChange } from '@/components/command/dependents/input-loss-words';
import type { JsonValue } from '@/lib/base/json';
import { MASKED } from '@/lib/base/secret-mark';
import type { updateInput } from '@/lib/contract/command/inputs';
import type { BodyOf } from '@/lib/contract/operation';
import { hasSealedDefault, holdsSecret } from '@/lib/inputs/secret-values';
import { type FormValues, formValues } from '@/lib/settings/form-values';
import { inputSettings } from '@/lib/settings/input-settings';
import type { Setting } from '@/lib/settings/setting';
import { wordsOf } from '@/lib/settings/setting-words';
import { coerceValue } from '@/lib/values/coerce-value';
import type { CommandInput } from '../panel/use-configure';

/** What the panel of an input edits. Empty text means no value. */
export type InputFields = FormValues<typeof inputSettings> & {
  /** What was typed as the default but isn't a value yet, such as unfinished JSON. It is never saved. */
  defaultText: string | null;
};

export function inputFields(input: CommandInput): InputFields {
  return { ...formValues(inputSettings, input), defaultText: null };
}

/** The changes as the body of a request. */
export function inputBody({
  defaultText: _,
  ...changes
}: Partial<InputFields>): Omit<BodyOf<typeof updateInput>, 'version' | 'orgId'> {
  return changes;
}

const settings: Readonly<Record<string, Setting | undefined>> = {
  ...inputSettings,
  defaultText: inputSettings.defaultValue,
};

export const inputLabel = (key: string): string => settings[key]?.label ?? key;

/** The fields whose unsaved values stay in memory: a secret must not be in the browser's storage. */
export const unstoredFields = ({ type }: CommandInput): readonly string[] =>
  holdsSecret(type) ? ['defaultValue', 'defaultText'] : [];

/** A field's value in words; an em dash for none. */
export const inputWords =
  ({ type }: CommandInput) =>
  (key: string, value: JsonValue): string => {
    const isSecret = key === 'defaultValue' && value !== null && holdsSecret(type);
    return isSecret ? MASKED : wordsOf(settings[key] ?? { words: {} }, value);
  };

/** The error of a default as it is filled in; null if it is valid. */
export function defaultProblem(
  { type }: CommandInput,
  { defaultValue, defaultText }: InputFields,
): string | null {
  if (defaultText !== null) return 'Invalid JSON format';
  if (defaultValue === null || defaultValue === '' || hasSealedDefault({ type, defaultValue })) return null;
  const coerced = coerceValue(type, defaultValue);
  return coerced.ok ? null : coerced.message;
}

/** Whether nobody could run the command, because the input is required, hidden, and empty. */
export function isNeverFilled(fields: InputFields): boolean {
  const isAsked = !fields.hidden && !fields.locked;
  return (
    !isAsked &&
    fields.defaultAmbiguousInput === 'required' &&
    fields.variable === null &&
    fields.defaultValue === null
  );
}

type Fixing = Pick<InputFields, 'hidden' | 'locked' | 'variable' | 'dropdownId'>;

/** What a change does to the values that others have for the input; null if they stay as they are. */
export function changeOf(saved: Fixing, fields: Fixing): InputChange | null {
  if (fields.hidden && !saved.hidden) return 'hidden';
  const isFixed = ({ hidden, locked, variable }: Fixing) => hidden || locked || variable !== null;
  if (isFixed(fields) && !isFixed(saved)) return 'fixed';
  return fields.dropdownId === saved.dropdownId ? null : 'options';
}
