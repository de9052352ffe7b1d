import type { Input } from '@/lib/inputs/input';

/** An output that can fill an input. */
export interface Output {
  outputColumnId: number;
  path: string;
}

/** Which output fills which input, by their ids; null for an input that stays empty. */
export type Mapping = Readonly<Record<number, number | null>>;

/** The last part of a path: what a field is called within its object. */
const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Finds the output of an input by its key, ignoring case: the same path first, then a field of that name. */
function matchOf({ key }: Pick<Input, 'key'>, outputs: readonly Output[]): Output | undefined {
  const wanted = key.toLowerCase();
  return (
    outputs.find(({ path }) => path.toLowerCase() === wanted) ??
    outputs.find(({ path }) => lastName(path) === lastName(key))
  );
}

/** Matches outputs to the inputs of the same name. */
export function autoMatch(
  inputs: readonly Pick<Input, 'inputId' | 'key'>[],
  outputs: readonly Output[],
): Mapping {
  return Object.fromEntries(
    inputs.map((input) => [input.inputId, matchOf(input, outputs)?.outputColumnId ?? null]),
  );
}

/** How well a command suits: how many of its required inputs the outputs can fill. */
export interface Suitability {
  matched: number;
  required: number;
  /** Whether there are required inputs, and the outputs can fill them all. */
  isLikely: boolean;
}

export function suitabilityOf(
  inputs: readonly Pick<Input, 'key' | 'defaultAmbiguousInput'>[],
  outputs: readonly Output[],
): Suitability {
  const required = inputs.filter(({ defaultAmbiguousInput }) => defaultAmbiguousInput === 'required');
  const matched = required.filter((input) => matchOf(input, outputs) !== undefined).length;
  return {
    matched,
    required: required.length,
    isLikely: required.length > 0 && matched === required.length,
  };
}
