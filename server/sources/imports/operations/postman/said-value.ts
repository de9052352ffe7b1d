import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';

type Said = Pick<TemplateInput, 'defaultValue' | 'defaultAmbiguousInput' | 'isPrefilled'>;

/**
 * How an input begins so that a form that nobody touched sends what the request says: a value is filled in, and null and
 * an empty text are what the empty input means. Credentials saved in a collection never become a default.
 *
 * @param value undefined for what the request doesn't send, or what only an environment knows
 */
export function saidValue(type: InputType, value: JsonValue | undefined): Said {
  if (value === null) return { defaultValue: null, defaultAmbiguousInput: 'explicitNull' };
  if (value === '') return { defaultValue: null, defaultAmbiguousInput: 'emptyString' };
  if (value === undefined || holdsSecret(type)) return { defaultValue: null, defaultAmbiguousInput: 'omit' };
  return { defaultValue: value, defaultAmbiguousInput: 'omit', isPrefilled: true };
}
