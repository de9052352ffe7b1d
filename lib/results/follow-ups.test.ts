import { expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { followUpIn } from '@/lib/outputs/follow-up-in';
import {
  decoratedObjects,
  followUpAddress,
  jumpValues,
  objectBase,
  objectRowValues,
  objectValues,
  rowValues,
} from './follow-ups';

let ids = 0;
const map = (inputKey: string, path: string, isFilled = true) => ({
  outputColumnId: ++ids,
  inputId: ++ids,
  inputKey,
  path,
  isFilled,
});
const button = (...maps: ReturnType<typeof map>[]) => ({
  decorationId: ++ids,
  name: 'Open',
  outputCommandId: 1,
  targetCommandId: 2,
  targetName: 'Target',
  canRun: true,
  brokenReason: null,
  creatorUoId: null,
  maps,
});

it('a row gives its exact values, and nothing for what is null, gone, or not to be filled in', () => {
  const columns = ['id', 'total', 'id', 'note', 'secret'];
  const values = rowValues(
    button(
      map('order', 'id'),
      map('sum', 'total'),
      map('note', 'note'),
      map('x', 'gone'),
      map('pw', 'secret', false),
    ),
    columns,
  );
  expect(values(['9007199254740993', 2.5, 'second', null, 'canary'])).toEqual({
    order: '9007199254740993',
    sum: '2.5',
  });
});

it('a number becomes text that keeps its digits', () => {
  const [value] = Object.values(rowValues(button(map('a', 'a')), ['a'])([0.1]));
  expect(value).toBe('0.1');
});

const document: JsonValue = {
  shop: { id: 's1' },
  orders: [
    { id: 1, items: [{ sku: 'a' }, { sku: 'b' }] },
    { id: 2, items: [] },
  ],
};

it('an object button stands on the items of the innermost list that it reads', () => {
  expect(objectBase(button(map('a', 'shop.id')))).toBe('');
  expect(objectBase(button(map('a', 'orders[].id'), map('b', 'shop.id')))).toBe('orders[]');
  const ofItems = button(map('sku', 'orders[].items[].sku'), map('shop', 'shop.id'));
  const found = decoratedObjects(document, [ofItems, button(map('a', 'shop.id')), button()]);
  expect([...found.values()].map((buttons) => buttons.length)).toEqual([1, 1, 2]);
  const [first, second] = [...found.keys()];
  expect(objectValues(ofItems, document, first ?? null)).toEqual({ sku: 'a', shop: 's1' });
  expect(objectValues(ofItems, document, second ?? null)).toEqual({ sku: 'b', shop: 's1' });
});

it('an error jump takes the values of inputs with the same name, in any case', () => {
  const jump = { inputKeys: ['OrderId', 'reason'] };
  expect(jumpValues(jump, { orderid: 7, amount: 1 })).toEqual({ OrderId: '7' });
});

it('an address says where it comes from, and leaves out what is too long', () => {
  const address = followUpAddress(
    '/acme/builder?id=2',
    { a: '&x=1', long: 'x'.repeat(5_000), b: 2 },
    { runId: 7, kind: 'row_decoration' },
  );
  const { searchParams } = new URL(address, 'http://own.invalid');
  expect(JSON.parse(searchParams.get('params') ?? '')).toEqual({ a: '&x=1', b: 2 });
  expect(followUpIn(new URL(address, 'http://own.invalid').search)).toEqual({
    parentRunId: 7,
    followUp: 'row_decoration',
  });
});

it.each(['', '?parentRunId=7', '?parentRunId=x&trigger=error_jump', '?parentRunId=7&trigger=schedule'])(
  'an address without both names no run: %s',
  (search) => expect(followUpIn(search)).toEqual({}),
);

it('the buttons of a list’s objects are filled in from the rows of its table', () => {
  const maps = [map('city', '[].address.city'), map('id', '[].id'), map('note', '[].note')];
  const valuesOf = objectRowValues({ maps }, ['id', 'address', 'note']);
  expect(valuesOf([7, { city: 'Rome' }, null])).toEqual({ id: '7', city: 'Rome' });
});
