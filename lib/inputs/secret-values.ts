import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, SECRET_MARK } from '@/lib/base/secret-mark';
import type { Input, InputType, InputValues } from '@/lib/inputs/input';

/** Whether a type is a password or contains one. */
export function holdsSecret(type: InputType): boolean {
  if (type.inputType === 'password') return true;
  if (type.element !== null && holdsSecret(type.element)) return true;
  if (type.alternatives?.some(holdsSecret)) return true;
  return type.properties?.some((property) => holdsSecret(property.type)) ?? false;
}

/** Whether an input has a default that only the server can open; in its place stands the mark. */
export const hasSealedDefault = ({ type, defaultValue }: Pick<Input, 'type' | 'defaultValue'>): boolean =>
  isSecretMark(defaultValue) && holdsSecret(type);

/** A default that may be kept and shown as it is: not one of a secret, whatever a description says. */
export const openDefault = (type: InputType, value: JsonValue): JsonValue =>
  holdsSecret(type) ? null : value;

type Typed = Pick<Input, 'key' | 'type'>;

/** What takes the place of a secret: a mark, or nothing. */
type Place = typeof SECRET_MARK | null;

/** The filled-in values that may be stored and shown: without what was typed into passwords, however deeply nested. */
export function withoutSecrets(inputs: readonly Typed[], values: InputValues): InputValues {
  const types = new Map(inputs.map(({ key, type }) => [key, type]));
  return withoutSecretParts((key) => types.get(key), values, null);
}

/** The same with a mark in place of each secret, so that nothing that is sent goes unmentioned. */
export function withSecretMarks(inputs: readonly Typed[], values: InputValues): InputValues {
  const types = new Map(inputs.map(({ key, type }) => [key, type]));
  return withoutSecretParts((key) => types.get(key), values, SECRET_MARK);
}

function withoutSecretParts(
  typeOf: (key: string) => InputType | undefined,
  values: Readonly<Record<string, JsonValue>>,
  place: Place,
): InputValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, JsonValue][] => {
      const type = typeOf(key);
      if (type === undefined) return [[key, value]];
      // Which of several types a value was meant for can't be told.
      const isLeftOut = type.inputType === 'password' || type.alternatives?.some(holdsSecret);
      if (isLeftOut) return place === null ? [] : [[key, place]];
      return [[key, openPart(type, value, place)]];
    }),
  );
}

function openPart(type: InputType, value: JsonValue, place: Place): JsonValue {
  if (!holdsSecret(type) || value === null || typeof value !== 'object') return value;
  const { element, properties } = type;
  if (Array.isArray(value)) {
    if (element === null) return value;
    // A list of passwords is removed; a list within a list is read as its type says, or as one of its items.
    if (element.inputType === 'password') return place === null ? [] : value.map(() => place);
    return value.map((item) =>
      openPart(Array.isArray(item) && element.element === null ? type : element, item, place),
    );
  }
  if (properties === null) return value;
  const types = new Map(properties.map((property) => [property.key, property.type]));
  return withoutSecretParts((key) => types.get(key), value, place);
}
