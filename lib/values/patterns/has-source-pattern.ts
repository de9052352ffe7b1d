import type { InputType } from '@/lib/inputs/input';

/** Whether a value of the type is checked against a pattern of a description. The engine for it is large. */
export function hasSourcePattern({ constraints, element, properties, alternatives }: InputType): boolean {
  if (constraints.sourcePattern !== undefined) return true;
  const parts = [
    ...(element === null ? [] : [element]),
    ...(properties ?? []).map(({ type }) => type),
    ...(alternatives ?? []),
  ];
  return parts.some(hasSourcePattern);
}
