import type { ProblemOf } from '@/components/input-form/state/form-state';
import type { ValuesCaller } from '@/lib/values/values-caller';

const fetchChecks = () =>
  Promise.all([import('@/components/input-form/state/problem-of'), import('./before-run')]).then(
    ([{ problemsFor }, { checkBeforeRun }]) => ({ problemsFor, checkBeforeRun }),
  );
type Checks = Awaited<ReturnType<typeof fetchChecks>>;

let fetched: Checks | null = null;

/** The checks of values. Drawing a form needs none of them, so their code is fetched while the page settles. */
export async function formChecks(): Promise<Checks> {
  fetched ??= await fetchChecks();
  return fetched;
}

/** Finds errors, if the code is here already. */
export const fetchedProblems = (caller: ValuesCaller): ProblemOf | null =>
  fetched?.problemsFor(caller) ?? null;
