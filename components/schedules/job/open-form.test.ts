import { expect, test } from 'vitest';
import { readUrlParams } from '@/components/builder/address/url-params';
import { exactJson, parseExactJson } from '@/lib/base/exact-json';
import type { Input, InputValues } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { formAddress } from './open-form';

const input: Input = {
  key: 'order',
  type: postgresInputTypeByName('jsonb'),
  defaultExpression: null,
  inputId: 1,
  templateInputId: 1,
  ...unconfigured,
};

test('the form of a job gets its numbers with all their digits', () => {
  const text = '{"order":{"price":1.10,"id":12345678901234567890}}';
  const values = parseExactJson(text) as InputValues;
  const command = { commandId: 7, template: { inputs: [input] } };
  const address = formAddress({ orgSlug: 'acme', command, values, zone: 'UTC' });
  const params = new URL(address, 'https://x.example').searchParams.get('params');
  expect(params).toBe(text);
  const read = readUrlParams([input], params);
  expect(read.ok && exactJson(read.values)).toBe(text);
});
