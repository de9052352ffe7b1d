import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { formWith } from '@/components/input-form/state/form-state';
import type { ValuesCaller } from '@/lib/values/values-caller';
import { checkBeforeRun } from './before-run';

const caller: ValuesCaller = { variables: { user_id: 'u', user_email: null, user_name: 'U' } };
const inputs = [
  sampleInput('amount', {}, { jsonType: 'number', inputType: 'number' }),
  sampleInput('note', { defaultAmbiguousInput: 'omit' }),
  sampleInput('fixed', { locked: true, defaultValue: 'x' }),
];

test('only what the person filled in is sent: no locked inputs, no empty ones', () => {
  const state = formWith({ amount: '10.50', note: '', fixed: 'x' });
  expect(checkBeforeRun(inputs, state, caller)).toEqual({ kind: 'ready', values: { amount: '10.50' } });
});

test('a default that was emptied is sent as emptied, or it would be filled in again', () => {
  const filledIn = { defaultValue: 'x', useDefaultValue: true };
  const optional = [sampleInput('note', { ...filledIn, defaultAmbiguousInput: 'omit' })];
  expect(checkBeforeRun(optional, formWith({ note: '' }), caller)).toEqual({
    kind: 'ready',
    values: { note: '' },
  });
  const needed = [sampleInput('note', filledIn)];
  expect(checkBeforeRun(needed, formWith({ note: '' }), caller)).toMatchObject({ kind: 'missing' });
});

test('a missing required input is told before anything that is merely wrong', () => {
  expect(checkBeforeRun(inputs, formWith({}), caller)).toMatchObject({
    kind: 'missing',
    issues: [{ key: 'amount' }],
  });
});

test('only values that break no more than limits of the source can be sent on request', () => {
  const limited = sampleInput('amount', {}, { typeSystem: 'openapi', constraints: { maxLength: 2 } });
  expect(checkBeforeRun([limited], formWith({ amount: 'ten' }), caller)).toMatchObject({
    kind: 'doubtful',
    issues: [{ key: 'amount', message: 'Must be at most 2 characters long' }],
    values: { amount: 'ten' },
  });
  const both = [limited, sampleInput('count', {}, { jsonType: 'number', inputType: 'number' })];
  expect(checkBeforeRun(both, formWith({ amount: 'ten', count: 'ten' }), caller)).toMatchObject({
    kind: 'invalid',
    issues: [{ key: 'amount' }, { key: 'count', message: 'Must be a number' }],
  });
});

test('half-written JSON cannot be sent at all', () => {
  expect(checkBeforeRun(inputs, formWith({ amount: '1' }, { note: '{' }), caller)).toMatchObject({
    kind: 'unreadable',
    issues: [{ key: 'note' }],
  });
});

test('an input that follows the person is told apart: it cannot be filled in', () => {
  const bound = [...inputs, sampleInput('mail', { variable: 'user_email' })];
  expect(checkBeforeRun(bound, formWith({ amount: '1' }), caller)).toMatchObject({
    kind: 'missingVariables',
    issues: [{ key: 'mail' }],
  });
});

test('an empty text that is one of the options is sent, also where a value is required', () => {
  const choice = [sampleInput('kind', {}, { options: ['', 'cat'] })];
  expect(checkBeforeRun(choice, formWith({ kind: '' }), caller)).toEqual({
    kind: 'ready',
    values: { kind: '' },
  });
  expect(checkBeforeRun(choice, formWith({}), caller)).toMatchObject({ kind: 'missing' });
});
