import { z } from 'zod';
import { json } from '@/lib/contract/values';
import {
  type ConditionEffect,
  type ConditionTerm,
  type ConditionTest,
  conditionEffects,
  conditionTests,
  type InputCheckTest,
  inputCheckTests,
} from '@/lib/inputs/condition-terms';
import type { JsonValue } from '@/lib/json';

const inputKey = z.string().min(1).max(500);

/** More than anyone can read. */
const MOST_TERMS = 10;
const MOST_VALUES = 50;
const MOST_CHECKS = 50;

const term = z.strictObject({
  key: inputKey,
  test: z.enum(conditionTests),
  values: z.array(json).max(MOST_VALUES),
});

const terms = z.array(term).min(1).max(MOST_TERMS).optional();

/** `Conditions` of lib/inputs/condition-terms.ts. */
export const conditions = z.strictObject({ shown: terms, required: terms, locked: terms });

export const inputChecks = z
  .array(
    z.strictObject({
      left: inputKey,
      test: z.enum(inputCheckTests),
      right: inputKey,
      message: z.string().trim().min(1, 'Please enter a message').max(200),
    }),
  )
  .max(MOST_CHECKS);

export const testWords: Readonly<Record<ConditionTest, string>> = {
  is: 'is',
  is_not: 'is not',
  is_filled: 'is filled in',
  is_empty: 'is empty',
  is_more_than: 'is more than',
  is_less_than: 'is less than',
};

export const checkWords: Readonly<Record<InputCheckTest, string>> = {
  is_after: 'must be after, or more than,',
  is_before: 'must be before, or less than,',
  is_at_least: 'must be at least',
  is_at_most: 'must be at most',
  is_same: 'must be the same as',
  is_different: 'must differ from',
};

const effectWords: Readonly<Record<ConditionEffect, string>> = {
  shown: 'Shown',
  required: 'Required',
  locked: 'Locked',
};

const valueWords = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

function termWords({ key, test, values }: ConditionTerm): string {
  const wanted = values.map(valueWords).join(' or ');
  return `${key} ${testWords[test]}${wanted === '' ? '' : ` ${wanted}`}`;
}

/** Conditions as a sentence: `Shown when kind is partial`. */
export function conditionWords(value: JsonValue): string {
  const parsed = conditions.safeParse(value);
  if (!parsed.success) return '--';
  const given = conditionEffects.flatMap((effect) => {
    const all = parsed.data[effect];
    return all === undefined ? [] : [`${effectWords[effect]} when ${all.map(termWords).join(' and ')}`];
  });
  return given.length === 0 ? '--' : given.join('; ');
}

export function inputCheckWords(value: JsonValue): string {
  const parsed = inputChecks.safeParse(value);
  if (!parsed.success || parsed.data.length === 0) return '--';
  return parsed.data.map(({ left, test, right }) => `${left} ${checkWords[test]} ${right}`).join('; ');
}
