import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { defaultProblem, inputBody, inputFields, inputWords, isNeverFilled } from './input-fields';

const amount = sampleInput('amount', {}, { jsonType: 'number', inputType: 'number' });

test('changes go out in the words of the operation, and what is no value yet never does', () => {
  expect(
    inputBody({ defaultAmbiguousInput: 'omit', useDefaultValue: true, defaultText: '{', note: 'x' }),
  ).toEqual({
    defaultAmbiguousInput: 'omit',
    useDefaultValue: true,
    note: 'x',
  });
});

test('values are said in the words of the documents', () => {
  expect(inputWords(amount)('defaultAmbiguousInput', 'explicitNull')).toBe('Optional (NULL)');
  expect(inputWords(amount)('hidden', true)).toBe('Hidden');
  expect(inputWords(amount)('locked', false)).toBe('Editable');
  expect(inputWords(amount)('note', '')).toBe('—');
  expect(inputWords(amount)('defaultValue', ['a', 'b'])).toBe('["a","b"]');
});

test('a default has to be a value of its type', () => {
  const fields = inputFields(amount);
  expect(defaultProblem(amount, { ...fields, defaultValue: '10.50' })).toBeNull();
  expect(defaultProblem(amount, { ...fields, defaultValue: 'ten' })).toBe('Must be a number');
  expect(defaultProblem(amount, { ...fields, defaultText: '{' })).toBe('Invalid JSON format');
});

test('a required input that is not asked for needs something that fills it in', () => {
  const hidden = { ...inputFields(amount), hidden: true };
  expect(isNeverFilled(hidden)).toBe(true);
  expect(isNeverFilled({ ...hidden, defaultValue: 1 })).toBe(false);
  expect(isNeverFilled({ ...hidden, variable: 'user_id' })).toBe(false);
  expect(isNeverFilled({ ...hidden, defaultAmbiguousInput: 'omit' })).toBe(false);
});
