import { expect, it } from 'vitest';
import { optionColumns } from './option-columns';

const output = (path: string, type = 'text') => ({ path, type });
const customers = [output('id', 'integer'), output('email'), output('name'), output('since', 'date')];
const orders = [
  output('order_id', 'integer'),
  output('customer_id', 'integer'),
  output('total', 'numeric'),
  output('status'),
];

it.each([
  ['p_customer_id', customers, 'List customers', 'id', 'name'],
  ['customer_id', orders, 'Find orders', 'customer_id', 'status'],
  ['status', orders, 'Find orders', 'status', 'status'],
  ['country', [output('code'), output('country_name')], 'All countries', 'code', 'country_name'],
  ['sku', [output('sku'), output('price', 'numeric')], 'Products', 'sku', 'sku'],
])('%s takes its options from the columns that mean it', (key, outputs, name, value, display) => {
  const found = optionColumns(key, outputs, name);
  expect([found?.value.path, found?.display.path]).toEqual([value, display]);
});

it('no column is chosen if none means the input', () => {
  expect(optionColumns('reason', orders, 'Find orders')).toBeNull();
  expect(optionColumns('id', [output('word')], 'Words')).toBeNull();
});
