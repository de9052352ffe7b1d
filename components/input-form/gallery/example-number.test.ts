import { expect, test } from 'vitest';
import { exampleNumber } from './example-number';

test.each([
  [{ step: 1 }, 'e.g. 42'],
  [{}, 'e.g. 42'],
  [{ step: '0.01' }, 'e.g. 42.50'],
  [{ step: '0.1' }, 'e.g. 42.5'],
  [{ step: '0.0001' }, 'e.g. 42.5000'],
  [{ step: 1, minimum: 2000, maximum: 2100 }, 'e.g. 2000'],
  [{ step: 1, minimum: 1, maximum: 10 }, 'e.g. 10'],
])('%j is shown as %s', (constraints, example) => {
  expect(exampleNumber(constraints)).toBe(example);
});
