import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSource, execute, newContext, type Source } from './support';

/** Roles for which the server formats values differently. */
const roles = {
  usual: '',
  european: `set DateStyle to 'ISO, DMY'; set IntervalStyle to iso_8601`,
  german: `set DateStyle to 'German'; set IntervalStyle to sql_standard; set bytea_output to escape`,
};

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create function public.moments() returns table (d date, t timestamp, z timestamptz, i interval, l interval[], b bytea)
      language sql as $$ select '2026-11-20'::date, '2026-11-20 01:02:03.5'::timestamp, '2026-11-20 01:02:03+02'::timestamptz,
        '-1 year 2 days 00:00:01.5'::interval, array['1 mon'::interval, null], '\\x00ff5c78'::bytea $$;
    create function public.as_text() returns text language sql volatile as $$
      select concat_ws(' ', '03/04/2026'::date - '2026-01-01'::date, '1 day 02:00'::interval) $$;
    create function public.span(i interval) returns interval language sql as 'select i';`);
  for (const [role, settings] of Object.entries(roles)) {
    const name = `${role}_${process.pid}`;
    const statements = settings.replaceAll('set ', `alter role ${name} set `);
    await source.admin.query(`create role ${name} login password 'p'; ${statements}`);
  }
});

afterAll(async () => {
  for (const role of Object.keys(roles)) await source.admin.query(`drop role ${role}_${process.pid}`);
  await source.drop();
});

async function runAs(role: string, routine: string) {
  const { executable } = await source.describeRoutine(routine);
  const connection = { ...source.connection, username: `${role}_${process.pid}`, password: 'p' };
  const context = newContext();
  const outcomes = [];
  // The second run has a session that was reset.
  for (let run = 0; run < 2; run += 1) outcomes.push(await execute(connection, context, executable));
  return outcomes;
}

describe.each(Object.keys(roles))('for a role with %s settings', (role) => {
  test('cells are the same', async () => {
    for (const { tables, errors } of await runAs(role, 'public.moments()')) {
      expect(errors).toEqual([]);
      expect(tables[0]?.rows).toEqual([
        [
          '2026-11-20',
          '2026-11-20T01:02:03.5',
          '2026-11-19T23:02:03Z',
          'P-1Y2DT1.5S',
          ['P1M', null],
          'AP9ceA==',
        ],
      ]);
    }
  });
});

test('text that a routine itself makes of dates and intervals follows the role, as in psql', async () => {
  const texts = async (role: string) =>
    (await runAs(role, 'public.as_text()')).map(({ value }) => value?.cell);
  expect(await texts('usual')).toEqual(['62 1 day 02:00:00', '62 1 day 02:00:00']);
  expect(await texts('european')).toEqual(['92 P1DT2H', '92 P1DT2H']);
  expect(await texts('german')).toEqual(['92 1 day 02:00:00', '92 1 day 02:00:00']);
});

test('every interval is formatted like the server’s ISO 8601', async () => {
  const { executable } = await source.describeRoutine('public.span(interval)');
  const parts = fc.tuple(
    fc.integer({ min: -30, max: 30 }),
    fc.integer({ min: -40, max: 40 }),
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  );
  await source.admin.query('set IntervalStyle to iso_8601');
  await fc.assert(
    fc.asyncProperty(parts, async ([months, days, micros]) => {
      const interval = `${months} months ${days} days ${micros} microseconds`;
      const { value } = await execute(source.connection, source.context, executable, { i: interval });
      const { rows } = await source.admin.query('select $1::interval::text as iso', [interval]);
      expect(value?.cell).toBe(rows[0]?.iso);
    }),
    { seed: 86, numRuns: 100 },
  );
});
