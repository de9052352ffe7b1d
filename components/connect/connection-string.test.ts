import { expect, test } from 'vitest';
import type { SchemaField, SchemaForm } from '@/components/ui/fields/schema-fields';
import { readConnectionString } from './connection-string';

const field = (path: string): SchemaField => ({
  path,
  label: path,
  kind: 'text',
  options: [],
  optionLabels: {},
  fallback: null,
  isRequired: false,
  isSecret: path === 'password',
  when: null,
});
const postgres: SchemaForm = {
  fields: ['host', 'port', 'databaseName', 'username', 'password'].map(field),
  parts: [{ label: 'TLS', fields: [field('tls.mode'), field('tls.ca')] }],
};
const read = (text: string) =>
  readConnectionString(text, postgres)?.map(({ field: { path }, value }) => `${path}=${value}`) ?? null;

test('a connection string is taken apart', () => {
  expect(read('postgres://runner:p%40ss@db.example.com:6432/billing?sslmode=require')).toEqual([
    'host=db.example.com',
    'port=6432',
    'databaseName=billing',
    'username=runner',
    'password=p@ss',
    'tls.mode=require',
  ]);
});

test('what a connection string does not say is left as it is', () => {
  expect(read(' postgresql://db.example.com/billing \n')).toEqual([
    'host=db.example.com',
    'databaseName=billing',
  ]);
  expect(read('postgres://runner:100%@[::1]/')).toEqual(['host=::1', 'username=runner', 'password=100%']);
});

test.each(['db.example.com', 'https://example.com/billing', 'postgres:', 'runner'])(
  '%s is an ordinary text',
  (text) => {
    expect(read(text)).toBeNull();
  },
);

test('a form that asks for something else takes none', () => {
  const api: SchemaForm = { fields: [field('baseUrl')], parts: [] };
  expect(readConnectionString('postgres://db.example.com/billing', api)).toBeNull();
});
