import {
  type Conditions,
  type ConditionTerm,
  conditionEffects,
  isTermComplete,
} from '@/lib/settings/condition-terms';

/** Whether conditions can be saved: each has its input and its value. */
export const areComplete = (conditions: Conditions | null): boolean =>
  conditionEffects.every((effect) => (conditions?.[effect] ?? []).every(isTermComplete));

export const emptyTerm = (others: readonly { key: string }[]): ConditionTerm => ({
  key: others[0]?.key ?? '',
  test: 'is',
  values: [],
});
