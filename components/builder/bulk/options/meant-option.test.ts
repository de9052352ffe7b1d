import { expect, it } from 'vitest';
import { meantOption } from './meant-option';

it('takes a text for the one option with this name, and refuses one that may mean several', () => {
  expect(meantOption('Berlin', { isValue: false, named: [7] })).toEqual({ value: 7 });
  expect(meantOption('12', { isValue: true, named: [] })).toBeNull();
  expect(meantOption('DE', { isValue: true, named: ['DE'] })).toBeNull();
  expect(meantOption('x', { isValue: false, named: [] })).toBeNull();
  expect(meantOption('Springfield', { isValue: false, named: [12, 40] })).toEqual({
    problem: '“Springfield” is the name of several options. Write the value that is meant, such as 12 or 40',
  });
  expect(meantOption('12', { isValue: true, named: [3] })).toEqual({
    problem: expect.stringMatching(/^“12” is the value of one option and the name of another/),
  });
});
