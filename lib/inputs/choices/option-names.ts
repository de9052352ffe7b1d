import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { nameOfKey } from '@/lib/inputs/input-names';
import { optionsOf } from './choosable-controls';

/** A word or several, as a source writes the values of an enum: `wrong_size`, `in-transit`, `NOT_PAID`. */
const IN_ONE_CASE = /^(?:[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/;

/** A list may have thousands, and is rendered with each key pressed. */
const namedBefore = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/**
 * Names the options of a closed list: `wrong_size` is read as "Wrong size". Options that are in words already, codes
 * such as EUR, and options that would get the same name stay as they are.
 */
export function optionNames(options: readonly string[]): ReadonlyMap<string, string> {
  const known = namedBefore.get(options);
  if (known !== undefined) return known;
  const named = options.map((option) => (IN_ONE_CASE.test(option) ? nameOfKey(option) : option));
  const areTold = new Set(named.map((name) => name.toLowerCase())).size === new Set(options).size;
  const names = new Map(
    options.map((option, index) => [option, areTold ? (named[index] ?? option) : option]),
  );
  namedBefore.set(options, names);
  return names;
}

/** A value as the form shows it: options of a closed list by their names, anything else as it is. */
export function namedValue(
  { type, dropdownId }: Pick<Input, 'type' | 'dropdownId'>,
  value: JsonValue,
): JsonValue {
  // The values of a dropdown are in the engineer's own words.
  if (dropdownId !== null) return value;
  const names = optionNames(optionsOf(type));
  const nameOf = (one: JsonValue) => (typeof one === 'string' ? (names.get(one) ?? one) : one);
  return Array.isArray(value) ? value.map(nameOf) : nameOf(value);
}
