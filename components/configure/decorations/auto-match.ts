import type { Input } from '@/lib/inputs/input';
import { isIdentifier, outputNamed } from '@/lib/outputs/same-name';

/** An output that can fill an input. */
export interface Output {
  outputColumnId: number;
  path: string;
}

/** Which output fills which input, by their ids; null for an input that stays empty. */
export type Mapping = Readonly<Record<number, number | null>>;

type Key = Pick<Input, 'inputId' | 'key' | 'type'>;

/** What a row says of a yes or no is what it is already, and a button is there to change it. */
const isGuessed = ({ type }: Pick<Input, 'type'>): boolean => type.jsonType !== 'boolean';

/**
 * Matches outputs to the inputs of the same meaning: see `outputNamed`.
 *
 * @param about the name of the command that has the outputs
 */
export function autoMatch(inputs: readonly Key[], outputs: readonly Output[], about: string): Mapping {
  return Object.fromEntries(
    inputs.map((input) => {
      const output = isGuessed(input) ? outputNamed(input.key, outputs, about) : undefined;
      return [input.inputId, output?.outputColumnId ?? null];
    }),
  );
}

/** How well a command suits: how many of its required inputs the outputs can fill. */
export interface Suitability {
  matched: number;
  required: number;
  /** Whether there are required inputs, and the outputs can fill them all, or the one that identifies its subject. */
  isLikely: boolean;
}

export function suitabilityOf(
  inputs: readonly Pick<Input, 'key' | 'type' | 'defaultAmbiguousInput'>[],
  outputs: readonly Output[],
  about: string,
): Suitability {
  const required = inputs.filter(({ defaultAmbiguousInput }) => defaultAmbiguousInput === 'required');
  const matched = required.filter(
    (input) => isGuessed(input) && outputNamed(input.key, outputs, about) !== undefined,
  );
  return {
    matched: matched.length,
    required: required.length,
    isLikely: matched.length > 0 && (matched.length === required.length || matched.some(isOfSubject)),
  };
}

const isOfSubject = ({ key }: { key: string }): boolean => isIdentifier(key);

/** Where a command is, as far as it says whether two belong together. */
export interface Place {
  sourceName: string;
  folderId: number | null;
}

/** Whether two commands run with the same connection, and are in the same folder. */
const nearness = (a: Place, b: Place): number =>
  (a.sourceName === b.sourceName ? 2 : 0) + (a.folderId !== null && a.folderId === b.folderId ? 1 : 0);

interface Rated {
  each: Place & { template: { warningTag: string | null } };
  suits: Suitability;
}

/** A button does something with its row far more often than it looks something up. */
const onlyReads = ({ template }: Rated['each']): boolean => template.warningTag === 'safe';

/**
 * Orders commands for a choice: the likely ones first, of these the nearest, of these those that may change data, of these
 * the ones that match most.
 */
export const byFit =
  (from: Place) =>
  (a: Rated, b: Rated): number =>
    Number(b.suits.isLikely) - Number(a.suits.isLikely) ||
    nearness(b.each, from) - nearness(a.each, from) ||
    Number(onlyReads(a.each)) - Number(onlyReads(b.each)) ||
    b.suits.matched / (b.suits.required || 1) - a.suits.matched / (a.suits.required || 1);
