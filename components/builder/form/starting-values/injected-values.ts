import { ownValue } from '@/components/input-form/state/own-value';
import type { JsonValue } from '@/lib/base/json';
import { editableInputs, hasPrefilledDefault, isSecret } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';

/**
 * The form of a command with the values of one of its runs. A value that equals the meaning of an empty field stays
 * empty, and so does an input that the run was started without, even if it has a default.
 */
export function injectedValues(inputs: readonly Input[], params: InputValues): InputValues {
  const fillable = editableInputs(inputs).filter((input) => !isSecret(input));
  return Object.fromEntries(
    fillable.flatMap((input): [string, JsonValue][] => {
      const value = ownValue(params, input.key);
      const isEmpty = value === undefined || isWhatEmptyMeans(input, value);
      if (!isEmpty) return [[input.key, value]];
      return hasPrefilledDefault(input) ? [[input.key, '']] : [];
    }),
  );
}

function isWhatEmptyMeans({ defaultAmbiguousInput }: Input, value: JsonValue): boolean {
  if (value === '') return defaultAmbiguousInput === 'emptyString';
  return value === null && defaultAmbiguousInput === 'explicitNull';
}
