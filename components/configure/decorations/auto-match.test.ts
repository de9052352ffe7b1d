import { expect, it } from 'vitest';
import { autoMatch, suitabilityOf } from './auto-match';

const outputs = [
  { outputColumnId: 1, path: 'ID' },
  { outputColumnId: 2, path: 'customer.email' },
];
const input = (inputId: number, key: string, defaultAmbiguousInput: 'required' | 'omit' = 'required') => ({
  inputId,
  key,
  defaultAmbiguousInput,
});

it('outputs are matched to inputs by key, ignoring case, and fields by their own name', () => {
  expect(autoMatch([input(7, 'id'), input(8, 'Email'), input(9, 'other')], outputs)).toEqual({
    7: 1,
    8: 2,
    9: null,
  });
});

it('a command is likely if its required inputs can all be filled', () => {
  expect(suitabilityOf([input(7, 'id'), input(8, 'other', 'omit')], outputs).isLikely).toBe(true);
  expect(suitabilityOf([input(7, 'id'), input(8, 'other')], outputs)).toEqual({
    matched: 1,
    required: 2,
    isLikely: false,
  });
  expect(suitabilityOf([input(8, 'other', 'omit')], outputs).isLikely).toBe(false);
});
