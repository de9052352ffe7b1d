import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { ComponentKind } from '@/lib/inputs/choices/choosable-controls';
import type { InputType } from '@/lib/inputs/input';
import { controlKind, isWide } from './control-kind';
import { sampleInput } from './gallery/sample-input';

const input = (type: Partial<InputType>) => sampleInput('a', {}, type);
const plain = input({}).type;
const thousand = { options: Array.from({ length: 1_000 }, (_, index) => String(index)) };

test.each<[string, Partial<InputType>, string]>([
  ['text', {}, 'text'],
  ['a long text', { inputType: 'textarea' }, 'textarea'],
  ['a secret', { inputType: 'password' }, 'password'],
  ['a number', { jsonType: 'number', inputType: 'number' }, 'number'],
  ['a number without a hint', { jsonType: 'number', inputType: null }, 'number'],
  ['a boolean', { jsonType: 'boolean', component: 'b-checkbox' }, 'yes-no'],
  ['an enum', { component: 'b-select', options: ['a'] }, 'select'],
  ['a date', { component: 'b-datepicker' }, 'date'],
  ['a moment', { component: 'b-datetimepicker' }, 'date-time'],
  ['a time', { component: 'b-timepicker' }, 'time'],
  ['an array of texts', { jsonType: 'array', component: 'multiselect', element: plain }, 'tags'],
  ['an array of unknown things', { jsonType: 'array', component: 'multiselect' }, 'json'],
  [
    'an object with attributes',
    { jsonType: 'object', component: 'json', properties: [{ key: 'a', type: plain }] },
    'nested',
  ],
  ['an object without', { jsonType: 'object', component: 'json', properties: [] }, 'json'],
  ['jsonb', { jsonType: 'object', component: 'json' }, 'json'],
])('%s is edited by its own control', (_, type, kind) => {
  expect(controlKind(input(type), undefined)).toBe(kind);
});

test('a list that tags cannot show is edited as JSON', () => {
  const list = input({ jsonType: 'array', component: 'multiselect', element: plain });
  expect(controlKind(list, ['a', 'b'])).toBe('tags');
  expect(controlKind(list, [['a'], ['b']])).toBe('json');
  expect(controlKind(list, ['a', null])).toBe('json');
  expect(controlKind(list, '')).toBe('tags');
});

test('an object that has more than its attributes is edited as JSON, and so is what is no object', () => {
  const object = input({ jsonType: 'object', component: 'json', properties: [{ key: 'a', type: plain }] });
  expect(controlKind(object, { a: 'x' })).toBe('nested');
  expect(controlKind(object, { a: 'x', b: 1 })).toBe('json');
  expect(controlKind(object, [])).toBe('json');
  expect(controlKind(object, null)).toBe('json');
});

test('long text and JSON take the whole width; numbers never do', () => {
  expect(isWide('text', 'x'.repeat(24))).toBe(false);
  expect(isWide('text', 'x'.repeat(25))).toBe(true);
  expect(isWide('textarea', 'a\nb')).toBe(true);
  expect(isWide('json', undefined)).toBe(true);
  expect(isWide('number', '1'.repeat(40))).toBe(false);
});

const mood = { options: ['happy', 'sad'] };
const moods = { jsonType: 'array', element: { ...plain, ...mood } } as const;

test.each<[string, Partial<InputType>, ComponentKind, JsonValue | undefined, string]>([
  ['radio buttons instead of a list', mood, 'radio', undefined, 'radio'],
  ['the list for a value that no button shows', mood, 'radio', 'angry', 'select'],
  ['the list for null, which no button shows', mood, 'radio', null, 'select'],
  ['checkboxes instead of tags', moods, 'checkboxes', ['sad'], 'checkboxes'],
  ['tags for a list that checkboxes cannot show', moods, 'checkboxes', ['sad', 'sad'], 'tags'],
  ['the own control of a type that a choice does not fit', {}, 'radio', undefined, 'text'],
  ['the list for more options than buttons are readable for', thousand, 'radio', undefined, 'select'],
])('an engineer chose: %s', (_, type, componentKind, value, kind) => {
  expect(controlKind(sampleInput('a', { componentKind }, type), value)).toBe(kind);
});
