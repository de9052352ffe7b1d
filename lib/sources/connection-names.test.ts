import { expect, test } from 'vitest';
import { connectionName, freeName } from './connection-names';

test('another connection to the same host gets the next free number', () => {
  const name = connectionName('api.example.com');
  expect(freeName(name, ['Sample shop'])).toBe('api.example.com Creds');
  expect(freeName(name, [name])).toBe('api.example.com Creds 2');
  expect(freeName(name, [name, `${name} 2`, `${name} 4`])).toBe('api.example.com Creds 3');
});
