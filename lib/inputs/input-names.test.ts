import { describe, expect, it } from 'vitest';
import { inputNames, nameOf, nameOfKey } from './input-names';

describe('a key in words', () => {
  it.each([
    ['order_id', 'Order ID'],
    ['p_order_id', 'Order ID'],
    ['@CustomerID', 'Customer ID'],
    ['_from_date', 'From date'],
    ['path.ticketId', 'Ticket ID'],
    ['query.newest_first', 'Newest first'],
    ['header.X-Request-Id', 'X request ID'],
    ['cookie.session', 'Session'],
    ['body.customer.email', 'Customer email'],
    ['body', 'Body'],
    ['filter[status]', 'Filter status'],
    ['callbackURL', 'Callback URL'],
    ['HTMLBody', 'HTML body'],
    ['userIDs', 'User IDs'],
    ['skus', 'SKUs'],
    ['ip', 'IP'],
    ['MAX_ROWS', 'Max rows'],
    ['customerNIF', 'Customer NIF'],
    ['line_1', 'Line 1'],
    ['address2', 'Address2'],
    ['straße', 'Straße'],
    ['größe_cm', 'Größe cm'],
    ['数量', '数量'],
  ])('%s is %s', (key, name) => {
    expect(nameOfKey(key)).toBe(name);
  });

  it.each(['$1', '$12', 'q', 'n', 'path.q', 'p_n', 'Order number', '', '_', '@', '123', '__', '.'])(
    '"%s" stays as it is',
    (key) => {
      expect(nameOfKey(key)).toBe(key);
    },
  );
});

describe('the names of a form', () => {
  const names = (...inputs: [key: string, displayName?: string][]) =>
    Object.fromEntries(inputNames(inputs.map(([key, displayName = null]) => ({ key, displayName }))));

  it('are what the engineers say, else made of the keys', () => {
    expect(names(['order_id'], ['p_why', 'Reason of it'])).toEqual({
      order_id: 'Order ID',
      p_why: 'Reason of it',
    });
  });

  it('are the keys where two would be the same, whatever their case', () => {
    expect(names(['path.id'], ['query.id'], ['name'])).toEqual({
      'path.id': 'path.id',
      'query.id': 'query.id',
      name: 'Name',
    });
  });

  it('leave an engineer’s name alone, and give way to it', () => {
    expect(names(['path.id', 'id'], ['query.id'])).toEqual({ 'path.id': 'id', 'query.id': 'query.id' });
  });

  it('S51 are told for keys like __proto__ as for any other, and a stranger keeps its key', () => {
    const found = inputNames([{ key: '__proto__', displayName: null }]);
    expect(nameOf(found, '__proto__')).toBe('Proto');
    expect(nameOf(found, 'constructor')).toBe('constructor');
  });
});
