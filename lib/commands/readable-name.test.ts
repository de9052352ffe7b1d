import { expect, it } from 'vitest';
import { readableName } from './readable-name';

it.each([
  ['issue_credit', 'Issue credit'],
  ['getOrder', 'Get order'],
  ['refund-order', 'Refund order'],
  ['OnboardCustomer-v2', 'Onboard customer v2'],
  ['exportInvoicePDF', 'Export invoice PDF'],
  ['PDFOf', 'PDF of'],
  ['GET_ORDERS', 'Get orders'],
  ['_private__name_', 'Private name'],
  ['sales_2026', 'Sales 2026'],
  ['get_price(integer)', 'Get price (integer)'],
  ['get_price(integer, text)', 'Get price (integer, text)'],
  ['überweisung_prüfen', 'Überweisung prüfen'],
])('a name at the source is put into words: %s', (sourceName, name) => {
  expect(readableName(sourceName)).toBe(name);
});

it.each(['list orders', 'get /orders/{id}', 'orders.list', '2026_report', '__', '', 'x'])(
  'a name that is not an identifier keeps its words: %s',
  (sourceName) => {
    expect(readableName(sourceName).toLowerCase()).toBe(sourceName);
  },
);
