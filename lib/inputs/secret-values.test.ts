import { expect, test } from 'vitest';
import { SECRET_MARK } from '@/lib/base/secret-mark';
import type { InputType } from '@/lib/inputs/input';
import { holdsSecret, withoutSecrets, withSecretMarks } from '@/lib/inputs/secret-values';

const text: InputType = {
  typeSystem: 'openapi',
  typeId: 'string',
  jsonType: 'string',
  component: 'b-input',
  inputType: 'text',
  constraints: {},
  options: null,
  element: null,
  properties: null,
};
const password: InputType = { ...text, inputType: 'password' };
const account: InputType = {
  ...text,
  jsonType: 'object',
  component: 'json',
  properties: [
    { key: 'name', type: text },
    { key: 'password', type: password },
  ],
};
const list = (element: InputType): InputType => ({ ...text, jsonType: 'array', element });

test('S53 what was typed into a password is not in the values that are kept, however deep it stands', () => {
  const inputs = [
    { key: 'user', type: text },
    { key: 'password', type: password },
    { key: 'account', type: account },
    { key: 'accounts', type: list(account) },
    { key: 'passwords', type: list(password) },
  ];
  const ann = { name: 'Ann', password: 'canary-1' };
  const values = {
    user: 'ann',
    password: 'canary-2',
    account: ann,
    accounts: [ann, { name: 'Bo' }, null],
    passwords: ['canary-3', 'canary-4'],
  };
  expect(withoutSecrets(inputs, values)).toEqual({
    user: 'ann',
    account: { name: 'Ann' },
    accounts: [{ name: 'Ann' }, { name: 'Bo' }, null],
    passwords: [],
  });
  const mark = SECRET_MARK;
  expect(withSecretMarks(inputs, values)).toEqual({
    user: 'ann',
    password: mark,
    account: { name: 'Ann', password: mark },
    accounts: [{ name: 'Ann', password: mark }, { name: 'Bo' }, null],
    passwords: [mark, mark],
  });
});

test('S53 of a value that may be one of several types, a password among them, nothing is kept', () => {
  const either: InputType = { ...text, component: 'json', alternatives: [text, account] };
  expect(withoutSecrets([{ key: 'either', type: either }], { either: { password: 'canary-4' } })).toEqual({});
});

test('a type holds a secret where a part of it does', () => {
  expect([text, password, account, list(account), list(text)].map(holdsSecret)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});
