import { expect, it } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { pairRows, valueOfText } from './bulk-values';

const closed = {
  key: 'reason',
  type: { jsonType: 'string', options: ['wrong_size', 'broken', 'EUR'] } as InputType,
};

it('takes the options of a closed list by the names that a form shows, in any letter case', () => {
  const texts = ['Wrong size', ' wrong size', 'wrong_size', 'wrong_size ', 'Broken', 'EUR', 'eur', 'Lost'];
  expect(texts.map((text) => valueOfText(closed, text))).toEqual([
    'wrong_size',
    'wrong_size',
    'wrong_size',
    'wrong_size',
    'broken',
    'EUR',
    'EUR',
    'Lost',
  ]);
  const list = { key: 'reasons', type: { jsonType: 'array', element: closed.type } as InputType };
  expect(valueOfText(list, 'Wrong size, Broken')).toEqual(['wrong_size', 'broken']);
});

it('keeps options whose names would be the same, or the name of another, as they are', () => {
  const type = { jsonType: 'string', options: ['on_hold', 'on-hold'] } as InputType;
  expect(valueOfText({ key: 'state', type }, 'On hold')).toBe('On hold');
});

it('takes null for a missing value that keeps its place, in typed lines and in files', () => {
  const columns = new Map([
    ['a', { kind: 'typed', text: '1\nnull\n3' }],
    ['b', { kind: 'typed', text: 'x\ny\nNULL' }],
    ['c', { kind: 'file', cells: ['null', 'Null', 'z'] }],
    ['d', { kind: 'typed', text: 'null' }],
  ] as const);
  expect(pairRows(columns)).toEqual({
    ok: true,
    rows: [
      { a: '1', b: 'x' },
      { b: 'y', c: 'Null' },
      { a: '3', c: 'z' },
    ],
  });
});
