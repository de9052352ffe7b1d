import { expect, it } from 'vitest';
import { summarize } from './column-summary';

it('adds numbers up exactly, however many digits they have', () => {
  expect(summarize(['0.1', '0.2', '12345678901234567890.3', null, '-0.6'], true)).toEqual({
    values: 4,
    different: 4,
    blank: 1,
    numbers: {
      sum: '12345678901234567890',
      average: '3086419725308641972.5',
      least: '-0.6',
      most: '12345678901234567890.3',
    },
  });
  expect(summarize([1, 2, 2], true).numbers).toEqual({
    sum: '5',
    average: '1.666666',
    least: '1',
    most: '2',
  });
  expect(summarize(['$1,000.50', '-$0.50'], true).numbers?.sum).toBe('1000');
});

it('counts what is not a number, and adds nothing up', () => {
  expect(summarize(['a', 'b', 'a', null], false)).toEqual({
    values: 3,
    different: 2,
    blank: 1,
    numbers: null,
  });
  for (const cells of [['1', 'NaN'], ['1e9999'], [null], []])
    expect(summarize(cells, true).numbers).toBeNull();
});
