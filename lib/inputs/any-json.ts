import type { InputType } from '@/lib/inputs/input';

/** A type that takes any JSON, such as `jsonb`: its arrays are values, not lists of values. */
export function takesAnyJson(type: InputType): boolean {
  return type.jsonType === 'object' && type.properties === null && type.alternatives === undefined;
}
