import type { Input, InputType, InputValues } from '@/lib/inputs/input';
import { postgresInputType, postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { sampleInput } from './sample-input';

type Changes = Partial<Omit<Input, 'key' | 'type'>>;

const optional: Changes = { defaultAmbiguousInput: 'omit' };
const named = postgresInputTypeByName;
const mood = postgresInputType({ kind: 'enum', name: 'mood', labels: ['happy', 'content', 'sad'] });
const manyChoices = postgresInputType({
  kind: 'enum',
  name: 'choice',
  labels: Array.from({ length: 2_000 }, (_, index) => `choice ${index + 1}`),
});
const address = postgresInputType({
  kind: 'composite',
  name: 'address',
  attributes: [
    { key: 'street', type: { kind: 'base', name: 'text' } },
    { key: 'number', type: { kind: 'base', name: 'integer' } },
  ],
});
const order = postgresInputType({
  kind: 'composite',
  name: 'order_line',
  attributes: [
    { key: 'sku', type: { kind: 'base', name: 'text' } },
    { key: 'quantity', type: { kind: 'base', name: 'integer' } },
    { key: 'gift', type: { kind: 'base', name: 'boolean' } },
    { key: 'ready_on', type: { kind: 'base', name: 'date' } },
    { key: 'extras', type: { kind: 'base', name: 'jsonb' } },
  ],
});
const orders: InputType = { ...named('text[]'), typeId: 'order_line[]', element: order };
const moods: InputType = { ...named('text[]'), typeId: 'mood[]', element: mood, options: mood.options };
const file: InputType = { ...named('text'), typeId: 'file', component: 'b-file' };
const captioned: InputType = {
  ...address,
  typeId: 'captioned_file',
  properties: [
    { key: 'caption', type: named('text') },
    { key: 'picture', type: file },
  ],
};
const bounded: InputType = {
  ...named('date'),
  constraints: { minimum: '2026-01-10', maximum: '2026-12-20' },
};

const specimens: [string, InputType, Changes?][] = [
  ['text', named('text'), { placeholder: 'The engineer wrote this', tooltip: 'What it is for' }],
  ['varchar_10', named('character varying(10)'), optional],
  ['long_text', named('text')],
  ['uuid', named('uuid')],
  ['password', { ...named('text'), inputType: 'password' }],
  ['smallint', named('smallint')],
  ['bigint', named('bigint'), { note: 'Every digit is kept' }],
  ['numeric_12_2', named('numeric(12,2)'), { defaultValue: '9.50', useDefaultValue: true }],
  ['boolean', named('boolean')],
  ['boolean_or_omitted', named('boolean'), optional],
  ['boolean_or_null', named('boolean'), { defaultAmbiguousInput: 'explicitNull' }],
  ['date', named('date')],
  ['date_within_2026', bounded],
  ['timestamp', named('timestamp without time zone')],
  ['timestamptz', named('timestamp with time zone'), { ...optional, defaultExpression: 'now()' }],
  ['time', named('time without time zone')],
  ['enum', mood],
  ['enum_of_thousands', manyChoices, optional],
  ['radio', mood, { componentKind: 'radio', ...optional }],
  ['checkboxes', moods, { componentKind: 'checkboxes' }],
  ['tags', named('text[]')],
  ['numbers', named('integer[]')],
  ['locations', named('text[]'), { note: 'Divided by semicolons, since places have commas in them' }],
  ['matrix', named('integer[]')],
  ['composite', address],
  ['composites', orders, optional],
  ['json', named('jsonb'), optional],
  ['file', file, optional],
  ['captioned_file', captioned, optional],
  ['short', named('text'), { groupHeader: 'Placed by an engineer', colSpan: 3, componentWidth: 120 }],
  ['three_quarters', named('text'), { colSpan: 9 }],
  ['on_a_new_line', named('text'), { colSpan: 6, lineBreak: true }],
  ['locked', named('text'), { locked: true, defaultValue: 'Set by the command' }],
  ['my_email', named('text'), { variable: 'user_email' }],
  ['wrong_number', named('integer')],
  ['wrong_date', named('date')],
  ['wrong_choice', mood],
  ['wrong_json', named('integer[]')],
];

/** An input of every kind, in page order. */
export const galleryInputs: readonly Input[] = specimens.map(([key, type, changes], index) => ({
  ...sampleInput(key, { inputId: index + 1, order: index, ...changes }),
  type,
}));

/** The initial values. */
export const galleryValues: InputValues = {
  long_text: 'Text of more than two dozen characters takes the whole width of the form.',
  bigint: '9223372036854775807',
  numeric_12_2: '9.50',
  boolean: true,
  date: '2026-11-20',
  timestamptz: '2026-11-20T14:02:11Z',
  time: '14:02:11',
  enum: 'content',
  radio: 'sad',
  checkboxes: ['happy'],
  tags: ['SKU-118', 'SKU-204'],
  composites: [{ sku: 'SKU-118', quantity: 2, gift: true }],
  matrix: [
    [1, 2],
    [3, 4],
  ],
  composite: { street: 'Kirchgasse', number: 7 },
  wrong_number: '12.5',
  wrong_date: '2026-02-30',
  wrong_choice: 'angry',
  wrong_json: [[1], [2, 3]],
};
