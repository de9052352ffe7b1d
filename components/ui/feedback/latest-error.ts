import type { UseMutationResult } from '@tanstack/react-query';

type Try = Pick<UseMutationResult, 'error' | 'submittedAt'>;

/** The error of the action that was tried last; null if it hasn't failed. A failure before it doesn't matter anymore. */
export const latestError = (first: Try, ...others: readonly Try[]): Error | null =>
  others.reduce((latest, each) => (each.submittedAt > latest.submittedAt ? each : latest), first).error;
