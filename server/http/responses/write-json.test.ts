import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { encodeTrusted } from '@/lib/wire/trusted';
import { queryBoolean } from '@/lib/wire/values';
import { resource, sharedResource } from '@/lib/wire/wire';
import { writeJson } from './write-json';

const person = sharedResource({
  userId: ['user_id', z.string()],
  name: ['näme "quoted"', z.string().nullable()],
});
const team = resource({
  teamId: ['team_id', z.number()],
  people: ['people', z.array(person)],
  lead: ['lead', person.optional()],
  isOpen: ['is_open', queryBoolean.nullable()],
  settings: ['settings', z.custom<unknown>(() => true)],
  nicknames: ['nicknames', z.record(z.string(), person)],
  empty: ['empty', resource({ nothing: ['nothing', z.string().optional()] })],
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', 'é', '\ud800', '😀', 'plain', 'x'.repeat(200)),
);
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 9, 10, 99, 100, 2_147_483_647, 2_147_483_648, -1, 1e21, Number.NaN),
);
const aPerson = fc.record({ userId: text, name: fc.option(text) });
const aTeam = fc.record(
  {
    teamId: number,
    // The same few people several times.
    people: fc
      .tuple(fc.array(aPerson, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(2), { maxLength: 9 }))
      .map(([few, places]) => places.map((place) => few[place % few.length])),
    lead: fc.option(aPerson, { nil: undefined }),
    isOpen: fc.option(fc.boolean()),
    settings: fc.jsonValue(),
    nicknames: fc.dictionary(text, aPerson),
    empty: fc.constantFrom({}, { nothing: 'x', secret: 'never named' }),
  },
  { noNullPrototype: true },
);

it('has the same bytes as the JSON text of the renamed value', () => {
  fc.assert(
    fc.property(fc.array(aTeam, { maxLength: 20 }), (teams) => {
      const schema = z.array(team);
      expect(writeJson(schema, teams).toString()).toBe(JSON.stringify(encodeTrusted(schema, teams)));
    }),
  );
});

it('has the same bytes for objects that share some values with the one before', () => {
  const schema = z.array(
    resource({
      first: ['first', z.string().optional()],
      second: ['second', z.number().nullable().optional()],
      people: ['people', z.array(person).optional()],
      last: ['last', z.string().optional()],
    }),
  );
  const people = [{ userId: 'a', name: 'Ana' }];
  const few = fc.constantFrom(undefined, 'x', 'x'.repeat(100));
  const alike = fc.record({
    first: few,
    second: fc.constantFrom(undefined, null, 0, -0, 7),
    people: fc.constantFrom(undefined, people, []),
    last: few,
  });
  fc.assert(
    fc.property(fc.array(alike, { maxLength: 20 }), (list) => {
      expect(writeJson(schema, list).toString()).toBe(JSON.stringify(encodeTrusted(schema, list)));
    }),
  );
});

it('forgets shared objects from one response to the next', () => {
  const ana = { userId: 'a', name: 'Ana' };
  const schema = z.array(person);
  expect(writeJson(schema, [ana, ana]).toString()).toContain('Ana');
  ana.name = 'Anna';
  expect(JSON.parse(writeJson(schema, [ana, ana]).toString())).toEqual(encodeTrusted(schema, [ana, ana]));
});
