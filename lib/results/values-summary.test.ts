import { expect, test } from 'vitest';
import { summarizeValues, valuesCell } from './values-summary';

const names = new Map([['order_id', 'Order ID']]);

test('the first values are told by the names of the form, the others counted', () => {
  expect(summarizeValues({ order_id: 10248, amount: '80.00', note: null, x: 1, y: [1, 2] }, names)).toBe(
    'Order ID 10248 · amount 80.00 · note null · +2',
  );
});

test('a long value is cut between characters, and line breaks do not break the line', () => {
  expect(summarizeValues({ text: `a\n${'😀'.repeat(40)}` }, names)).toBe(`text a ${'😀'.repeat(29)}…`);
});

test('a run without values has no summary', () => {
  expect(summarizeValues({}, names)).toBe('');
});

test('names files in the cell of a file that has all values', () => {
  const file = `data:text/plain;name=note.txt;sha256=${'0a'.repeat(32)},`;
  expect(valuesCell({ params: { order: 7, file } })).toBe('{"order":7,"file":"note.txt"}');
  expect(valuesCell({ params: `{"file":"${file.slice(0, 50)}…` })).toBe('{"file":"note.txt');
  expect(valuesCell({ params: null })).toBeNull();
});
