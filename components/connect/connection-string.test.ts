import { expect, test } from 'vitest';
import type { SchemaField, SchemaForm } from '@/components/ui/fields/schema-fields';
import { readConnectionString } from './connection-string';

const field = (path: string): SchemaField => ({
  path,
  label: path,
  kind: 'text',
  options: [],
  optionLabels: {},
  hint: null,
  fallback: null,
  isRequired: false,
  isSecret: path === 'password',
  isShownMasked: false,
  step: 1,
  when: null,
  labelWhen: null,
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

const sqlServer: SchemaForm = {
  fields: ['host', 'port', 'databaseName', 'username', 'password', 'encryption'].map(field),
  parts: [],
};
const readPairs = (text: string) =>
  readConnectionString(text, sqlServer)?.map(({ field: { path }, value }) => `${path}=${value}`) ?? null;

test.each([
  [
    'Server=tcp:shop.database.windows.net,1433;Initial Catalog=shop;User ID=runner;Password="p;""w";Encrypt=True;TrustServerCertificate=False;',
    [
      'host=shop.database.windows.net',
      'port=1433',
      'databaseName=shop',
      'username=runner',
      'password=p;"w',
      'encryption=verify-full',
    ],
  ],
  [
    'Driver={ODBC Driver 18 for SQL Server}; Server=db ; Database=a b;UID=sa;PWD={x}}y};Encrypt=yes;TrustServerCertificate=yes',
    ['host=db', 'databaseName=a b', 'username=sa', 'password=x}y', 'encryption=require'],
  ],
  ['data source=db;encrypt=strict', ['host=db', 'encryption=strict']],
])('%s is taken apart', (text, fields) => {
  expect(readPairs(text)).toEqual(fields);
});

test.each(['db.example.com', 'postgres://runner@db/billing', 'a=b;c=d', 'p=w=x'])(
  'for SQL Server, %s is an ordinary text',
  (text) => {
    expect(readPairs(text)).toBeNull();
  },
);
