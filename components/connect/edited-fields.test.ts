import { expect, test } from 'vitest';
import { formOfSchema } from '@/components/ui/fields/schema-fields';
import { changedPart, savedValues } from './edited-fields';

const form = formOfSchema(
  {
    type: 'object',
    required: ['host'],
    properties: {
      host: { type: 'string' },
      port: { type: 'integer', default: 5432 },
      password: { type: 'string', default: '' },
      note: { type: 'string' },
      tls: {
        anyOf: [
          {
            type: 'object',
            properties: { mode: { type: 'string', enum: ['prefer'] }, ca: { type: 'string' } },
          },
          { type: 'null' },
        ],
      },
    },
  },
  ['password', 'tls'],
);
const settings = { host: 'db', port: 5433, note: 'x', password: { is_set: true }, tls: { is_set: true } };
const saved = savedValues(form, settings);

test('a form begins with what may be shown; saved secrets are empty', () => {
  expect(saved).toEqual({ host: 'db', port: '5433', note: 'x', password: '', 'tls.mode': '', 'tls.ca': '' });
});

test('what is as it was is not sent', () => {
  expect(changedPart(form, saved, saved)).toEqual({});
});

test('what was changed is sent in its type, what was emptied as null, a sealed part whole', () => {
  const values = { ...saved, port: '5434', note: '', password: 'new', 'tls.ca': 'pem' };
  expect(changedPart(form, saved, values)).toEqual({
    port: 5434,
    note: null,
    password: 'new',
    tls: { ca: 'pem' },
  });
});
