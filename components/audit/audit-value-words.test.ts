import { expect, test } from 'vitest';
import { wordsOfKey, wordsOfValue } from './audit-value-words';

const names = { people: { p1: 'Maria Keller' }, commands: { 7: 'Refund order' }, folders: {} };

test('a key reads as words', () => {
  expect(wordsOfKey('asked_user_ids')).toBe('asked');
  expect(wordsOfKey('retry_count')).toBe('retry count');
  expect(wordsOfKey('is_hidden')).toBe('hidden');
  expect(wordsOfKey('databaseName')).toBe('database name');
  expect(wordsOfKey('constructor')).toBe('constructor');
});

test('ids read as names, where the names are known', () => {
  expect(wordsOfValue('asked_user_ids', ['p1', 'p2'], names)).toBe('Maria Keller, p2');
  expect(wordsOfValue('kit_id', 7, names)).toBe('Refund order');
  expect(wordsOfValue('kit_id', 8, names)).toBe('8');
  expect(wordsOfValue('folder_id', null, names)).toBe('--');
});

test('values read as words, and what is nested too deeply as JSON', () => {
  expect(wordsOfValue('is_enabled', false, names)).toBe('no');
  expect(wordsOfValue('expires_at', '2026-11-28T19:10:07.113Z', names)).toBe('2026-11-28 19:10 UTC');
  expect(wordsOfValue('scope', { kind: 'run', kit_ids: [7], directory_ids: [] }, names)).toBe(
    'kind run, commands Refund order',
  );
  expect(wordsOfValue('inputs', [{ key: 'a' }], names)).toBe('[{"key":"a"}]');
  expect(wordsOfValue('settings', { tls: { ca: { set: true } } }, names)).toBe('{"tls":{"ca":{"set":true}}}');
});
