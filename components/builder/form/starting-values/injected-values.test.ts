import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { injectedValues } from './injected-values';

const inputs = [
  sampleInput('amount', {}, { jsonType: 'number', inputType: 'number' }),
  sampleInput('note', { defaultAmbiguousInput: 'emptyString' }),
  sampleInput('reason', { defaultAmbiguousInput: 'explicitNull' }),
  sampleInput('limit', { defaultAmbiguousInput: 'omit', useDefaultValue: true, defaultValue: 10 }),
  sampleInput('fixed', { locked: true, defaultValue: 'x' }),
  sampleInput('secret', {}, { inputType: 'password' }),
];

test("a run's values fill the form", () => {
  expect(injectedValues(inputs, { amount: '10.50', note: 'a', reason: 'b', limit: 3 })).toEqual({
    amount: '10.50',
    note: 'a',
    reason: 'b',
    limit: 3,
  });
});

test('empty text and null are left out where an empty field means them', () => {
  expect(injectedValues(inputs, { note: '', reason: null, limit: 1 })).toEqual({ limit: 1 });
  expect(injectedValues(inputs, { note: null, reason: '', limit: 1 })).toEqual({
    note: null,
    reason: '',
    limit: 1,
  });
});

test('a default that the run was started without does not come back', () => {
  expect(injectedValues(inputs, { amount: 1 })).toEqual({ amount: 1, limit: '' });
});

test('what the person does not fill in, and secrets, stay out', () => {
  expect(injectedValues(inputs, { fixed: 'y', secret: 's', limit: 1, other: 2 })).toEqual({ limit: 1 });
});
