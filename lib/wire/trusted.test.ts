import { expect, test } from 'vitest';
import { z } from 'zod';
import { decodeTrusted, encodeTrusted } from './trusted';
import { queryBoolean } from './values';
import { resource } from './wire';

const person = resource({
  userId: ['user_id', z.string()],
  bornAt: ['born_at', z.iso.datetime().nullable()],
});
const team = z.array(
  resource({
    teamId: ['team_id', z.int()],
    people: ['people', z.array(person)],
    lead: ['lead', person.nullable()],
    isOpen: ['is_open', queryBoolean.optional()],
    settings: ['settings', z.custom<object>()],
    status: ['status', z.enum(['on', 'off'])],
  }),
);
const ours: z.output<typeof team> = [
  {
    teamId: 1,
    people: [{ userId: 'a', bornAt: null }],
    lead: { userId: 'b', bornAt: '2026-01-01T00:00:00Z' },
    isOpen: true,
    settings: { userId: 'untouched' },
    status: 'on',
  },
  { teamId: 2, people: [], lead: null, settings: {}, status: 'off' },
];

test('it says the same as the checked translation, both ways', () => {
  const wire = z.encode(team, ours);
  expect(encodeTrusted(team, ours)).toEqual(wire);
  expect(decodeTrusted(team, wire)).toEqual(ours);
});

test('what no shape names is left out', () => {
  expect(encodeTrusted(person, { userId: 'a', bornAt: null, secret: 'x' })).toEqual({
    user_id: 'a',
    born_at: null,
  });
});
