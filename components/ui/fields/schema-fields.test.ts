import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { askedFields, connectionOf, formOfSchema } from './schema-fields';

const schema: { [key: string]: JsonValue } = {
  type: 'object',
  required: ['host'],
  properties: {
    host: { type: 'string', title: 'Host', hint: 'As in the contract' },
    port: { type: 'integer', default: 5432 },
    databaseName: { type: 'string' },
    password: { type: 'string', default: '' },
    tls: {
      title: 'TLS',
      anyOf: [
        {
          type: 'object',
          properties: {
            mode: { type: 'string', enum: ['disable', 'prefer'], default: 'prefer' },
            ca: { multiline: true, anyOf: [{ type: 'string' }, { type: 'null' }] },
          },
        },
        { type: 'null' },
      ],
    },
  },
};

test('a form has the fields of the schema in its order, and its objects as parts', () => {
  const form = formOfSchema(schema, ['password', 'tls']);
  expect(form.fields).toMatchObject([
    {
      path: 'host',
      label: 'Host',
      hint: 'As in the contract',
      kind: 'text',
      isRequired: true,
      fallback: null,
    },
    { path: 'port', label: 'Port', kind: 'number', isRequired: false, fallback: '5432' },
    { path: 'databaseName', label: 'Database name', hint: null, kind: 'text' },
    { path: 'password', label: 'Password', kind: 'password', isSecret: true },
  ]);
  expect(form.parts).toMatchObject([
    {
      label: 'TLS',
      fields: [
        {
          path: 'tls.mode',
          kind: 'choice',
          options: ['disable', 'prefer'],
          fallback: 'prefer',
          isSecret: true,
        },
        { path: 'tls.ca', kind: 'lines' },
      ],
    },
  ]);
});

test('a field that few people need is a part of its own', () => {
  const vault = { type: 'string', title: 'Address of the secret', part: 'Azure Key Vault' };
  const form = formOfSchema({ properties: { host: { type: 'string' }, vault } }, []);
  expect(form.fields.map(({ path }) => path)).toEqual(['host']);
  expect(form.parts).toMatchObject([{ label: 'Azure Key Vault', fields: [{ path: 'vault' }] }]);
  expect(connectionOf(form, { vault: 'https://v' })).toEqual({ vault: 'https://v' });
});

test('what was filled in is sent in the shape of the schema, and the rest is left out', () => {
  const form = formOfSchema(schema, ['password']);
  expect(
    connectionOf(form, {
      host: 'db',
      port: '5433',
      databaseName: '',
      password: '007',
      'tls.mode': 'disable',
    }),
  ).toEqual({ host: 'db', port: 5433, password: '007', tls: { mode: 'disable' } });
  expect(connectionOf(form, { host: 'db', port: 'many' })).toEqual({ host: 'db', port: 'many' });
});

test('a field that goes with a choice is asked for with that choice alone', () => {
  const { fields } = formOfSchema(
    {
      properties: {
        auth: { type: 'string', enum: ['none', 'token'], default: 'none' },
        token: { type: 'string', neededIfAsked: true, when: { auth: ['token'] } },
      },
    },
    ['token'],
  );
  const asked = (values: Record<string, string>) => askedFields(fields, values).map(({ path }) => path);
  expect(asked({})).toEqual(['auth']);
  expect(asked({ auth: 'token' })).toEqual(['auth', 'token']);
  const sent = (values: Record<string, string>) =>
    connectionOf({ fields: askedFields(fields, values), parts: [] }, values);
  expect(sent({ auth: 'none', token: 'x' })).toEqual({ auth: 'none' });
  expect(sent({ auth: 'token', token: 'x' })).toEqual({ auth: 'token', token: 'x' });
  // It must be filled in where it is asked for, which the list of required fields can't say.
  expect(fields.map(({ isRequired }) => isRequired)).toEqual([false, true]);
});

test('a field is called what it is with the value of another', () => {
  const form = formOfSchema(
    {
      type: 'object',
      properties: {
        login: { type: 'string', enum: ['sql', 'entra'], default: 'sql' },
        username: { type: 'string', title: 'Username', titleWhen: { login: { entra: 'Client ID' } } },
      },
    },
    [],
  );
  const labels = (values: Record<string, string>) =>
    askedFields(form.fields, values).map(({ label }) => label);
  expect(labels({})).toEqual(['Login', 'Username']);
  expect(labels({ login: 'entra' })).toEqual(['Login', 'Client ID']);
  expect(labels({ login: 'sql' })).toEqual(['Login', 'Username']);
});
