import { expect, test } from 'vitest';
import type { Input } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { defaultText, expressionInWords } from './default-text';

const input = (settings: Partial<Input> = {}): Input => ({
  key: 'day',
  type: openapiInputType('string'),
  defaultExpression: null,
  inputId: 1,
  templateInputId: 1,
  ...unconfigured,
  ...settings,
});

test.each([
  ['CURRENT_DATE', 'Today'],
  ['now()', 'Now'],
  ['CURRENT_TIMESTAMP(3)', 'Now'],
  ['(CURRENT_DATE - 30)', '30 days ago'],
  ['CURRENT_DATE - 1', 'Yesterday'],
  ['CURRENT_DATE + 7', 'In 7 days'],
  ["'full'::text", 'full'],
  ["'full'::character varying", 'full'],
  ["''::text", "''::text"],
  ['10', '10'],
  ["date_trunc('month', now())", "date_trunc('month', now())"],
  ['(a)::int + (b)::int', '(a)::int + (b)::int'],
])('the expression %s is read as %s', (expression, words) => {
  expect(expressionInWords(expression)).toBe(words);
});

test('an input that the person does not fill in has no default to read', () => {
  expect(defaultText(input({ defaultExpression: 'CURRENT_DATE' }))).toBe('Today');
  expect(defaultText(input({ defaultExpression: 'CURRENT_DATE', locked: true }))).toBeNull();
  expect(defaultText(input())).toBeNull();
});
