import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';

/** Whether a type is a file or contains one. */
export function holdsFile({ component, element, properties }: InputType): boolean {
  if (component === 'b-file' || (element !== null && holdsFile(element))) return true;
  return properties?.some((property) => holdsFile(property.type)) ?? false;
}

/** Returns a value with each of its files changed, however deeply nested. What isn't a text where a file belongs stays. */
export function changeFiles(type: InputType, value: JsonValue, change: (file: string) => string): JsonValue {
  if (!holdsFile(type)) return value;
  if (type.component === 'b-file') return typeof value === 'string' ? change(value) : value;
  if (value === null || typeof value !== 'object') return value;
  const { element, properties } = type;
  if (Array.isArray(value)) {
    return element === null ? value : value.map((item) => changeFiles(element, item, change));
  }
  if (properties === null) return value;
  const types = new Map(properties.map((property) => [property.key, property.type]));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const partType = types.get(key);
      return [key, partType === undefined ? part : changeFiles(partType, part, change)];
    }),
  );
}
