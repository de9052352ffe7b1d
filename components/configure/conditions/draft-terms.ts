import {
  type Conditions,
  type ConditionTerm,
  type ConditionTest,
  conditionEffects,
} from '@/lib/settings/condition-terms';

/** How many values a test compares with. */
export function valueCount(test: ConditionTest): 'any' | 'one' | 'none' {
  if (test === 'is' || test === 'is_not') return 'any';
  return test === 'is_filled' || test === 'is_empty' ? 'none' : 'one';
}

export const isTermComplete = ({ key, test, values }: ConditionTerm): boolean =>
  key !== '' && (valueCount(test) === 'none' || values.length > 0);

/** Whether conditions can be saved: each has its input and its value. */
export const areComplete = (conditions: Conditions | null): boolean =>
  conditionEffects.every((effect) => (conditions?.[effect] ?? []).every(isTermComplete));

export const emptyTerm = (others: readonly { key: string }[]): ConditionTerm => ({
  key: others[0]?.key ?? '',
  test: 'is',
  values: [],
});
