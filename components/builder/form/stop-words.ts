import type { FormState } from '@/components/input-form/state/form-state';
import type { JsonValue } from '@/lib/base/json';
import { allOf } from '@/lib/base/text/lists';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import { MISSING } from '@/lib/inputs/is-empty';

const MOST_NAMES = 3;

/**
 * What stopped the last press on Run, as far as it isn't fixed yet; null if nothing does.
 *
 * @param reader the name of the person, who isn't told to talk to themself
 */
export function stopWords(
  { errors, refused }: FormState,
  names: InputNames,
  creatorName: string | null,
  reader?: JsonValue,
): string | null {
  const open = Object.entries(errors).filter(([key]) => refused.has(key) && names.has(key));
  const missing = open.filter(([, message]) => message === MISSING);
  const wrong = open.filter(([, message]) => message !== MISSING);
  if (open.length === 0) return null;
  const listed = (entries: typeof open) => listOf(entries.map(([key]) => nameOf(names, key)));
  const creator = creatorName === null ? "the command's creator" : `the command's creator, ${creatorName}`;
  return [
    ...(missing.length === 0 ? [] : [`Fill in ${listed(missing)}.`]),
    ...(wrong.length === 0 ? [] : [`Fix ${listed(wrong)}.`]),
    ...(missing.length === 0 || creatorName === reader
      ? []
      : [`If you don't know what to enter, talk to ${creator}.`]),
  ].join(' ');
}

function listOf(names: readonly string[]): string {
  const shown = names.length > MOST_NAMES + 1 ? names.slice(0, MOST_NAMES) : names;
  const rest = names.length - shown.length;
  return allOf(rest === 0 ? shown : [...shown, `${rest} more`]);
}
