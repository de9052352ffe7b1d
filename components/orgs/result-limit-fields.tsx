'use client';

import { TextInput } from '@mantine/core';
import type { z } from 'zod';
import type { resultLimits } from '@/lib/contract/people/orgs';
import { formatBytes } from '@/lib/runs/format-bytes';

/** The limits as typed, empty for none of the organization's own. */
export interface LimitValues {
  days: string;
  quotaMb: string;
}

export type ResultLimits = z.output<typeof resultLimits>;

interface ResultLimitFieldsProps {
  values: LimitValues;
  limits: ResultLimits;
  onChange: (values: LimitValues) => void;
}

const LONGEST_DAYS = 36_500;

const longestDays = ({ longestRetentionDays }: ResultLimits): number => longestRetentionDays ?? LONGEST_DAYS;

/** The number that was typed; null for none, undefined if it is not a whole number from 1 to the most. */
function numberOf(typed: string, most: number): number | null | undefined {
  if (typed.trim() === '') return null;
  const number = Number(typed);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}

const isSaved = (typed: string, saved: number | null): boolean => typed.trim() === String(saved ?? '');

/**
 * The limits to save, those that were changed; undefined if one of them is invalid. What is saved is valid: this Pushboard's
 * own limit may have been lowered since, and then it binds.
 */
export function limitsOf({ days, quotaMb }: LimitValues, limits: ResultLimits) {
  if (problemsOf({ days, quotaMb }, limits).some((problem) => problem !== null)) return undefined;
  return {
    ...(isSaved(days, limits.retentionDays)
      ? {}
      : { resultRetentionDays: numberOf(days, longestDays(limits)) }),
    ...(isSaved(quotaMb, limits.quotaMb) ? {} : { resultQuotaMb: numberOf(quotaMb, limits.largestQuotaMb) }),
  };
}

const problemOf = (typed: string, saved: number | null, most: number): string | null =>
  isSaved(typed, saved) || numberOf(typed, most) !== undefined
    ? null
    : `Must be a whole number from 1 to ${most.toLocaleString('en')}`;

/** What is wrong with the days, and with the quota. */
const problemsOf = ({ days, quotaMb }: LimitValues, limits: ResultLimits) =>
  [
    problemOf(days, limits.retentionDays, longestDays(limits)),
    problemOf(quotaMb, limits.quotaMb, limits.largestQuotaMb),
  ] as const;

/** How long and how much of the results is kept. The operator alone says how long runs are. */
export function ResultLimitFields({ values, limits, onChange }: ResultLimitFieldsProps) {
  const { longestRetentionDays, largestQuotaMb, runRetentionDays, usedBytes } = limits;
  const [daysProblem, quotaProblem] = problemsOf(values, limits);
  const kept =
    longestRetentionDays === null
      ? 'Leave empty to keep them until someone deletes them.'
      : `Leave empty for ${longestRetentionDays} days, the most that this Pushboard keeps them.`;
  const forDays = runRetentionDays === null ? '' : ` for ${runRetentionDays} days`;
  return (
    <>
      <TextInput
        label="Delete results after (days)"
        description={`With their logs. The runs stay in the history${forDays}. ${kept}`}
        inputMode="numeric"
        maxLength={5}
        value={values.days}
        error={daysProblem}
        onChange={(event) => onChange({ ...values, days: event.currentTarget.value })}
      />
      <TextInput
        label="Limit for all results (MB)"
        description={`They take ${formatBytes(usedBytes)} now. A run whose result doesn't fit fails and says so. Leave empty for ${largestQuotaMb.toLocaleString('en')} MB, the most that this Pushboard allows.`}
        inputMode="numeric"
        maxLength={9}
        value={values.quotaMb}
        error={quotaProblem}
        onChange={(event) => onChange({ ...values, quotaMb: event.currentTarget.value })}
      />
    </>
  );
}
