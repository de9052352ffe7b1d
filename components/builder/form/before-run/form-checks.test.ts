import { expect, it, vi } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { formWith } from '@/components/input-form/state/form-state';
import type { ValuesCaller } from '@/lib/values/values-caller';
import { formChecks } from './form-checks';

const caller: ValuesCaller = { variables: { user_id: 'u', user_email: null, user_name: 'U' } };
const inputWith = (constraints: object) => sampleInput('code', {}, { typeSystem: 'openapi', constraints });

it('checks a value against the pattern of its description when its field is left, and before it is run', async () => {
  const input = inputWith({ sourcePattern: '^[A-Z]{3}$' });
  const { problemsFor, checkBeforeRun, checkPatterns } = await formChecks([input]);
  const message = 'Must be of the form ^[A-Z]{3}$';
  const problemOf = problemsFor(caller, checkPatterns);
  expect(problemOf(input, formWith({ code: 'abc' }))).toBe(message);
  expect(problemOf(input, formWith({ code: 'ABC' }))).toBeUndefined();
  expect(checkBeforeRun([input], formWith({ code: 'abc' }), caller, { checkPatterns })).toEqual({
    kind: 'doubtful',
    issues: [{ key: 'code', message, canBeLeft: true }],
    values: { code: 'abc' },
  });
});

it('fetches the engine of patterns only for a form that has one', async () => {
  vi.resetModules();
  const { formChecks: fresh } = await import('./form-checks');
  expect((await fresh([inputWith({})])).checkPatterns).toBeUndefined();
});
