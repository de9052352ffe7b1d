import { describe, expect, it } from 'vitest';
import { isIdentifier, outputNamed, plainName } from './same-name';

const outputs = [{ path: 'ID' }, { path: 'customer.email' }, { path: 'orderTotal' }, { path: 'p_note' }];

describe('an input takes its value from the output', () => {
  it.each([
    ['id', 'ID'],
    ['Email', 'customer.email'],
    ['order_total', 'orderTotal'],
    ['p_order_total', 'orderTotal'],
    ['@OrderTotal', 'orderTotal'],
    ['query.order-total', 'orderTotal'],
    ['in_email', 'customer.email'],
    ['note', 'p_note'],
    ['p_', undefined],
    ['other', undefined],
  ])('of the same meaning: %s', (key, path) => {
    expect(outputNamed(key, outputs)?.path).toBe(path);
  });

  it('of its own spelling before others', () => {
    const both = [{ path: 'order_id' }, { path: 'p_order_id' }];
    expect(outputNamed('p_order_id', both)?.path).toBe('p_order_id');
    expect(outputNamed('order_id', both)?.path).toBe('order_id');
  });

  it('that identifies what the command lists', () => {
    expect(outputNamed('p_order_id', outputs, 'Find orders')?.path).toBe('ID');
    expect(outputNamed('category_id', outputs, 'All categories')?.path).toBe('ID');
    expect(outputNamed('customer_id', outputs, 'Find orders')).toBeUndefined();
    expect(outputNamed('order_id', outputs)).toBeUndefined();
  });
});

it('names keep what tells them apart', () => {
  expect(['p', 'p_', 'in', 'inn_id', 'Straße', 'p_p_x', '___'].map(plainName)).toEqual([
    'p',
    'p',
    'in',
    'inn_id',
    'straße',
    'p_x',
    '',
  ]);
});

it('identifiers are told from other values', () => {
  expect(['p_order_id', 'id', 'invoiceNumber', 'sku', 'paid', 'valid', 'status'].map(isIdentifier)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
