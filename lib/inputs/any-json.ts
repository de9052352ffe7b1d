import type { InputType } from '@/lib/inputs/input';

/** A type that takes any JSON, such as `jsonb`: its arrays are values, not lists of values. */
export function takesAnyJson(type: InputType): boolean {
  const { jsonType, properties, alternatives, isOpen } = type;
  return jsonType === 'object' && properties === null && alternatives === undefined && isOpen === undefined;
}
