import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import {
  type ConditionEffect,
  type ConditionTerm,
  type ConditionTest,
  conditionEffects,
  type InputCheck,
  type InputCheckTest,
} from '@/lib/settings/condition-terms';
import { conditions, inputChecks } from './condition-settings';

export const testWords: Readonly<Record<ConditionTest, string>> = {
  is: 'is',
  is_not: 'is not',
  is_filled: 'is filled in',
  is_empty: 'is empty',
  is_more_than: 'is more than',
  is_less_than: 'is less than',
};

/** Of an input whose values are numbers, and of one with dates or text. */
const checkWords: Readonly<Record<InputCheckTest, { numbers: string; others: string }>> = {
  is_after: { numbers: 'must be more than', others: 'must be after' },
  is_before: { numbers: 'must be less than', others: 'must be before' },
  is_at_least: { numbers: 'must be at least', others: 'must be at least' },
  is_at_most: { numbers: 'must be at most', others: 'must be at most' },
  is_same: { numbers: 'must be the same as', others: 'must be the same as' },
  is_different: { numbers: 'must differ from', others: 'must differ from' },
};

/** A check's rule in words, such as `must be at most`. */
export const checkTestWords = (test: InputCheckTest, isNumber: boolean): string =>
  checkWords[test][isNumber ? 'numbers' : 'others'];

/**
 * What a check says to the person whose values it refuses, if its engineer doesn't word it: `Amount must be at most 500`.
 * Empty while there is nothing to compare with.
 *
 * @param nameOf an input's name in the form, by its key
 */
export function suggestedMessage(
  { left, test, right, value }: Pick<InputCheck, 'left' | 'test' | 'right' | 'value'>,
  isNumber: boolean,
  nameOf: (key: string) => string,
): string {
  const other = right === null ? (value ?? '').trim() : nameOf(right);
  return left === '' || other === '' ? '' : `${nameOf(left)} ${checkTestWords(test, isNumber)} ${other}`;
}

const effectWords: Readonly<Record<ConditionEffect, string>> = {
  shown: 'Shown',
  required: 'Required',
  locked: 'Locked',
};

const valueWords = (value: JsonValue): string => (typeof value === 'string' ? value : exactJson(value));

/** `status is not refunded and total is more than 0`. */
export const allTermsWords = (terms: readonly ConditionTerm[]): string => terms.map(termWords).join(' and ');

function termWords({ key, test, values }: ConditionTerm): string {
  const wanted = values.map(valueWords).join(' or ');
  return `${key} ${testWords[test]}${wanted === '' ? '' : ` ${wanted}`}`;
}

/** Conditions as a sentence: `Shown when kind is partial`. */
export function conditionWords(value: JsonValue): string {
  const parsed = conditions.safeParse(value);
  if (!parsed.success) return '—';
  const given = conditionEffects.flatMap((effect) => {
    const all = parsed.data[effect];
    return all === undefined ? [] : [`${effectWords[effect]} when ${allTermsWords(all)}`];
  });
  return given.length === 0 ? '—' : given.join('; ');
}

export function inputCheckWords(value: JsonValue): string {
  const parsed = inputChecks.safeParse(value);
  if (!parsed.success || parsed.data.length === 0) return '—';
  return parsed.data
    .map(({ left, test, right, value }) => {
      // Which type the input had is not known here; only a number is compared with a number.
      const isNumber = right === null && value !== undefined && /^-?[\d.]+$/.test(value.trim());
      return `${left} ${checkTestWords(test, isNumber)} ${right ?? value}`;
    })
    .join('; ');
}
