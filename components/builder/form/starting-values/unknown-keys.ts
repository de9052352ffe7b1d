import type { Input, InputValues } from '@/lib/inputs/input';

/** The keys of values that belong to no input of a command, as far as the person knows. */
export function unknownKeys(inputs: readonly Input[], values: InputValues): string[] {
  const known = new Set(inputs.map(({ key }) => key));
  return Object.keys(values).filter((key) => !known.has(key));
}
