import { expect, test } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import { wordsOfKey, wordsOfValue } from './audit-value-words';

const told = {
  names: {
    people: { p1: 'Maria Keller' },
    groups: { g1: 'Support' },
    commands: { 7: 'Refund order' },
    folders: {},
    connections: { 3: 'Shop' },
    dropdowns: {},
    inputs: { 12: 'Amount' },
  },
  subjectType: 'command',
};

test('a key reads as words', () => {
  expect(wordsOfKey('asked_user_ids')).toBe('asked');
  expect(wordsOfKey('retry_count')).toBe('retries');
  expect(wordsOfKey('is_hidden')).toBe('hidden');
  expect(wordsOfKey('databaseName')).toBe('database name');
  expect(wordsOfKey('constructor')).toBe('constructor');
});

test('ids read as names, where the names are known', () => {
  expect(wordsOfValue('asked_user_ids', ['p1', 'p2'], told)).toBe('Maria Keller, p2');
  expect(wordsOfValue('kit_id', 7, told)).toBe('Refund order');
  expect(wordsOfValue('kit_id', 8, told)).toBe('8');
  expect(wordsOfValue('group_id', 'g1', told)).toBe('Support');
  expect(wordsOfValue('creds_id', 3, told)).toBe('Shop');
  expect(wordsOfValue('input_id', 12, told)).toBe('Amount');
  expect(wordsOfValue('folder_id', null, told)).toBe('—');
});

test('values read as words, however deep they are nested', () => {
  expect(wordsOfValue('is_hidden', false, told)).toBe('no');
  expect(wordsOfValue('is_enabled', false, told)).toBe('off');
  expect(wordsOfValue('cron_expression', '0 7 * * 1', told)).toBe('Mondays at 7:00 AM');
  expect(wordsOfValue('expires_at', '2026-11-28T19:10:07.113Z', told)).toBe('2026-11-28 19:10 UTC');
  expect(wordsOfValue('scope', { kind: 'run', kit_ids: [7], directory_ids: [] }, told)).toBe(
    'kind run, commands Refund order',
  );
  expect(wordsOfValue('settings', { tls: { ca: { is_set: true } }, port: 5432 }, told)).toBe(
    'tls ca set, port 5432',
  );
});

test('a number has its digits', () => {
  expect(wordsOfValue('default_value', parseExactJson('10.50'), told)).toBe('10.50');
});

test('lists of things with parts have no brackets and no quotes', () => {
  const inputs = [
    { key: 'a', type: 'text' },
    { key: 'b', type: 'number' },
  ];
  expect(wordsOfValue('inputs', inputs, told)).toBe('key a, type text; key b, type number');
  const deep = { amount: { note: 'In euros', is_hidden: true }, reason: { note: '' } };
  expect(wordsOfValue('inputs', deep, told)).toBe('amount (note In euros, hidden yes)');
});

test('a setting has the words of its form', () => {
  const check = [{ left: 'amount', test: 'at_most', right: null, value: 500, message: 'Too much' }];
  expect(wordsOfValue('input_checks', check, told)).not.toContain('{');
  expect(wordsOfKey('warning_tag')).toBe('warning');
  expect(wordsOfValue('warning_tag', 'safe', told)).toBe('reads data');
});

test('a role has its word: of an organization, or of a command or folder', () => {
  expect(wordsOfValue('role', 'admin', told)).toBe('Engineer');
  expect(wordsOfValue('role', 'runner', told)).toBe('Runner');
  expect(wordsOfValue('role', 'admin', { ...told, subjectType: 'folder' })).toBe('Engineer');
  expect(wordsOfValue('role', 'admin', { ...told, subjectType: 'member' })).toBe('Admin');
  expect(wordsOfValue('role', 'owner', told)).toBe('owner');
});
