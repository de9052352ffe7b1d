import type { JsonValue } from '@/lib/base/json';

export const conditionTests = [
  'is',
  'is_not',
  'is_filled',
  'is_empty',
  'is_more_than',
  'is_less_than',
] as const;
export type ConditionTest = (typeof conditionTests)[number];

/** What another input must hold. `is` takes any of its values, `is_not` none of them. */
export interface ConditionTerm {
  key: string;
  test: ConditionTest;
  values: JsonValue[];
}

/** What a column of a row must hold; the key is its name. */
export interface RowTerm extends ConditionTerm {
  values: string[];
}

/** How many values a test compares with. */
export function valueCount(test: ConditionTest): 'any' | 'one' | 'none' {
  if (test === 'is' || test === 'is_not') return 'any';
  return test === 'is_filled' || test === 'is_empty' ? 'none' : 'one';
}

export const isTermComplete = ({ key, test, values }: ConditionTerm): boolean =>
  key !== '' && (valueCount(test) === 'none' || values.length > 0);

export const conditionEffects = ['shown', 'required', 'locked'] as const;
export type ConditionEffect = (typeof conditionEffects)[number];

/** When an input is shown, required, or locked: when all the terms hold. Without terms it is as its other settings say. */
export type Conditions = Partial<Record<ConditionEffect, ConditionTerm[]>>;

/**
 * A rule that compares an input with another one, or with a fixed value, with the engineer's message for values that break
 * it. Empty inputs break none.
 */
export interface InputCheck {
  left: string;
  test: InputCheckTest;
  /** The key of the input to compare with; null to compare with `value`. */
  right: string | null;
  /** What a fixed value is compared with, as someone would type it. Only without `right`. */
  value?: string | undefined;
  message: string;
}

export const inputCheckTests = [
  'is_after',
  'is_before',
  'is_at_least',
  'is_at_most',
  'is_same',
  'is_different',
] as const;
export type InputCheckTest = (typeof inputCheckTests)[number];
