import type { ProblemOf } from '@/components/input-form/state/form-state';
import type { CheckPatterns } from '@/components/input-form/state/problem-of';
import type { Input } from '@/lib/inputs/input';
import { hasSourcePattern } from '@/lib/values/patterns/has-source-pattern';
import type { ValuesCaller } from '@/lib/values/values-caller';

const fetchChecks = () =>
  Promise.all([import('@/components/input-form/state/problem-of'), import('./before-run')]).then(
    ([{ problemsFor }, { checkBeforeRun }]) => ({ problemsFor, checkBeforeRun }),
  );

const fetchPatterns = (): Promise<CheckPatterns> =>
  import('@/lib/values/patterns/source-patterns').then(
    ({ patternChecker }) =>
      (inputs, sent) =>
        patternChecker(inputs)(sent),
  );

let checks: Awaited<ReturnType<typeof fetchChecks>> | null = null;
let patterns: CheckPatterns | undefined;

/**
 * The checks of values. Drawing a form needs none of them, so their code is fetched while the page settles, and that of
 * patterns, which is larger than all others, only for inputs that have one.
 */
export async function formChecks(inputs: readonly Input[]) {
  checks ??= await fetchChecks();
  if (inputs.some(({ type }) => hasSourcePattern(type))) patterns ??= await fetchPatterns();
  return { ...checks, checkPatterns: patterns };
}

/** Finds errors, if the code is here already. */
export const fetchedProblems = (caller: ValuesCaller): ProblemOf | null =>
  checks?.problemsFor(caller, patterns) ?? null;
