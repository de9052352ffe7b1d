import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';
import { coerceValue } from '@/lib/values/coerce-value';
import type { TemplateDescription } from '@/server/connectors/things';
import { anyText } from './round-trip/round-trip-texts';
import { type RoundTrip, roundTrips } from './round-trip/round-trip-types';
import { createSource, execute, type Source } from './support';

/** The same values every time, so that a failure can be repeated on every machine. */
const settings = { seed: 39, numRuns: 30 };

let source: Source;

beforeAll(async () => {
  source = await createSource(
    `
    create schema t;
    create schema ext;
    create extension citext schema ext;
    create extension hstore schema ext;
    create extension ltree schema ext;
    create type t.mood as enum ('sad', 'so, so', 'o"k\\', '{}', 'NULL', '');
    create domain t.price as numeric(12,2);
    create domain t.short as varchar(5);
    create domain t.hundreds as numeric(5,-2);
    create domain t.milliseconds as timestamp(3);
    create domain t.seconds as time(0);
    create domain t.flags as bit(3);
    create domain t.few_flags as bit varying(5);
    create domain t.scores as integer[];
    create type t.pair as ("odd "" name" text, n bigint, list text[], mood t.mood, last text);
    create type t.nested as (pair t.pair, pairs t.pair[], data jsonb);
    ${roundTrips.map(({ type }, index) => `create function t.echo${index}(v ${type}) returns ${type} language sql as 'select v';`).join('\n')}
    create function t.all_pairs(v t.nested) returns table ("odd "" name" text, n bigint, list text[], mood t.mood, last text, data jsonb)
      language sql as 'select p.*, v.data from (select (v.pair).* union all select * from unnest(v.pairs)) p';
  `,
  );
});

afterAll(() => source.drop());

/** The value after the form's own check; null if that refuses it. */
function accepted(type: InputType, value: JsonValue): { value: JsonValue } | null {
  const coerced = coerceValue(type, value);
  return coerced.ok ? { value: coerced.value } : null;
}

async function sent({ inputs, executable }: TemplateDescription, value: JsonValue) {
  const [input] = inputs;
  const coerced = input === undefined ? null : accepted(input.type, value);
  if (coerced === null) throw new Error('refused');
  // On its way a value is JSON: in the request, in the snapshot of the run, and in the queue.
  const values = JSON.parse(JSON.stringify({ v: coerced.value }));
  const outcome = await execute(source.connection, source.context, executable, values);
  if (outcome.errors[0] !== undefined) throw new Error(outcome.errors[0].message);
  return outcome;
}

function describeEcho({ type }: RoundTrip): Promise<TemplateDescription> {
  const index = roundTrips.findIndex((trip) => trip.type === type);
  return source.describeRoutine(`t.echo${index}(${type})`);
}

test.each(roundTrips)('values of $type are returned unchanged', async (trip) => {
  const described = await describeEcho(trip);
  await fc.assert(
    fc.asyncProperty(trip.held, async (value) => {
      const { value: back } = await sent(described, value);
      const cell = back?.cell ?? null;
      if (trip.isSame === undefined) expect(cell).toEqual(value);
      else expect([value, cell, trip.isSame(value, cell)]).toEqual([value, cell, true]);
      expect(JSON.parse(JSON.stringify(cell))).toEqual(cell);
    }),
    settings,
  );
});

test.each(roundTrips.filter(({ refused }) => refused !== undefined))(
  'S39 what $type does not hold is refused before it is sent',
  async (trip) => {
    const { inputs } = await describeEcho(trip);
    fc.assert(
      fc.property(trip.refused ?? fc.constant(null), (value) => {
        expect(inputs.map((input) => accepted(input.type, value))).toEqual([null]);
      }),
      settings,
    );
  },
);

test('composites within composites and lists are returned attribute by attribute', async () => {
  const described = await source.describeRoutine('t.all_pairs(t.nested)');
  const pair = fc.record({
    'odd " name': fc.option(anyText),
    n: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
    list: fc.option(fc.array(fc.option(anyText), { maxLength: 3 })),
    mood: fc.option(fc.constantFrom('sad', 'o"k\\', 'NULL', '')),
    last: fc.option(anyText),
  });
  const nested = fc.record({
    pair,
    pairs: fc.array(pair, { maxLength: 3 }),
    data: fc.constant<JsonValue>({ a: ['"', '\\', null] }),
  });
  await fc.assert(
    fc.asyncProperty(nested, async (value) => {
      const { tables } = await sent(described, value);
      const rows = [value.pair, ...value.pairs].map((row) => [...Object.values(row), value.data]);
      expect(tables[0]?.rows).toEqual(rows);
    }),
    settings,
  );
});
