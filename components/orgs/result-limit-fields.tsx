'use client';

import { NumberInput } from '@mantine/core';
import type { z } from 'zod';
import type { resultLimits } from '@/lib/contract/orgs';
import { formatBytes } from '@/lib/runs/format-bytes';

export interface LimitValues {
  resultRetentionDays: number | null;
  resultQuotaMb: number | null;
}

export type ResultLimits = z.output<typeof resultLimits>;

interface ResultLimitFieldsProps {
  values: LimitValues;
  limits: ResultLimits;
  onChange: (values: LimitValues) => void;
}

const LONGEST_DAYS = 36_500;

/** How long and how much of the results is kept. Runs, their audit rows, and receipts always stay. */
export function ResultLimitFields({ values, limits, onChange }: ResultLimitFieldsProps) {
  const { longestRetentionDays, largestQuotaMb, usedBytes } = limits;
  const kept =
    longestRetentionDays === null
      ? 'Leave empty to keep them until someone deletes them.'
      : `Leave empty for ${longestRetentionDays} days, the most that this Pushboard keeps them.`;
  return (
    <>
      <NumberInput
        label="Delete results after"
        description={`Results and their logs, in days. The runs stay in the history. ${kept}`}
        suffix={values.resultRetentionDays === 1 ? ' day' : ' days'}
        min={1}
        max={longestRetentionDays ?? LONGEST_DAYS}
        allowDecimal={false}
        value={values.resultRetentionDays ?? ''}
        onChange={(days) => onChange({ ...values, resultRetentionDays: numberOf(days) })}
      />
      <NumberInput
        label="Limit for all results"
        description={`They take ${formatBytes(usedBytes)} now. A run whose result doesn't fit fails and says so. Leave empty for ${largestQuotaMb.toLocaleString('en')} MB, the most that this Pushboard allows.`}
        suffix=" MB"
        thousandSeparator
        min={1}
        max={largestQuotaMb}
        allowDecimal={false}
        value={values.resultQuotaMb ?? ''}
        onChange={(quotaMb) => onChange({ ...values, resultQuotaMb: numberOf(quotaMb) })}
      />
    </>
  );
}

/** What was typed; null for an empty field. */
const numberOf = (typed: string | number): number | null => (typed === '' ? null : Number(typed));
