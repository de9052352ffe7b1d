import { expect, it } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { autoMatch, byFit, suitabilityOf } from './auto-match';

const outputs = [
  { outputColumnId: 1, path: 'ID' },
  { outputColumnId: 2, path: 'customer.email' },
];
const input = (
  inputId: number,
  key: string,
  defaultAmbiguousInput: 'required' | 'omit' = 'required',
  jsonType = 'string',
) => ({ inputId, key, defaultAmbiguousInput, type: { jsonType } as InputType });
const suits = (...inputs: ReturnType<typeof input>[]) => suitabilityOf(inputs, outputs, 'Find orders');

it('outputs are matched to inputs of the same meaning', () => {
  expect(
    autoMatch([input(7, 'p_order_id'), input(8, 'Email'), input(9, 'other')], outputs, 'Orders'),
  ).toEqual({
    7: 1,
    8: 2,
    9: null,
  });
});

it('a yes or no of the row is not sent back to where it comes from', () => {
  const blocked = [...outputs, { outputColumnId: 3, path: 'blocked' }];
  const inputs = [input(7, 'id'), input(8, 'blocked', 'required', 'boolean')];
  expect(autoMatch(inputs, blocked, 'Customers')).toEqual({ 7: 1, 8: null });
  expect(suitabilityOf(inputs, blocked, 'Customers')).toEqual({ matched: 1, required: 2, isLikely: true });
});

it('a command is likely if its required inputs can all be filled, or the one that says what it is about', () => {
  expect(suits(input(7, 'id'), input(8, 'other', 'omit')).isLikely).toBe(true);
  expect(suits(input(7, 'p_order_id'), input(8, 'other'))).toEqual({
    matched: 1,
    required: 2,
    isLikely: true,
  });
  expect(suits(input(7, 'email'), input(8, 'other'))).toEqual({ matched: 1, required: 2, isLikely: false });
  expect(suits(input(8, 'other', 'omit')).isLikely).toBe(false);
});

it('likely commands come first, of these the nearest, of these those that may change data', () => {
  const all = suits(input(7, 'id'));
  const some = suits(input(7, 'id'), input(8, 'other'));
  const none = suits(input(8, 'other'));
  const offered = [
    { name: 'elsewhere', sourceName: 'Other', folderId: 1, suits: all },
    { name: 'unlikely', sourceName: 'Shop', folderId: 1, suits: none },
    { name: 'here, reads', sourceName: 'Shop', folderId: null, warningTag: 'safe', suits: all },
    { name: 'here, in part', sourceName: 'Shop', folderId: null, suits: some },
    { name: 'here', sourceName: 'Shop', folderId: null, warningTag: 'updates_data', suits: all },
    { name: 'in the folder', sourceName: 'Shop', folderId: 1, warningTag: 'safe', suits: some },
  ].map(({ suits: fit, warningTag = null, ...each }) => ({
    each: { ...each, template: { warningTag } },
    suits: fit,
  }));
  const sorted = offered.sort(byFit({ sourceName: 'Shop', folderId: 1 })).map(({ each }) => each.name);
  expect(sorted).toEqual(['in the folder', 'here', 'here, in part', 'here, reads', 'elsewhere', 'unlikely']);
});
