import statement from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { anyone } from '@/server/access/viewer';
import { sql } from '@/server/db';
import { commonTexts } from '@/server/history/common-values';
import { runFilters } from '@/server/history/run-filters';
import { runQuery } from '@/server/history/run-query';
import { loadRunScope } from '@/server/history/run-scope';
import { column, query } from '@/server/statements';
import { asOwner, withApp } from '../support/app';
import { send } from '../support/http';
import { createCommand, createCredential, createOrganizations, ORG_A, ORG_B } from '../support/organizations';
import { people } from '../support/people';

withApp();

const RUNS = 20_000;

beforeAll(async () => {
  await createOrganizations();
  const credentialId = await createCredential(ORG_A);
  for (const friendlyName of ['first', 'second']) {
    const { commandId, templateId } = await createCommand(ORG_A, people.creator, credentialId, {
      friendlyName,
    });
    await sql.query(
      `insert into run (org_id, command_id, template_id, started_by_user_id, status, created_at, queued_at, params)
       select $1, $2, $3, $4, 'success', at, at, json_build_object('reason', case when n % 4 = 0 then 'Damaged' else 'late' end,
         'order', case when n = 77 then 'unicorn' else n::text end)::text
       from (select n, timestamptz '2026-01-01' + make_interval(mins => n) as at from generate_series(1, $5::int) n) made`,
      [ORG_A, commandId, templateId, people.runner, RUNS / 2],
    );
  }
  await asOwner('vacuum analyze run');
});

const texts = (...wanted: string[]) => runFilters(wanted.map((text) => `runrams:contains:${text}`));

it('finds the texts that many of the newest runs have, whatever their case', async () => {
  const wanted = ['damaged', 'DAMAGED', 'unicorn', 'zebra', 'late', '100% _\\'];
  expect(await commonTexts(ORG_A, texts(...wanted))).toEqual(new Set(['damaged', 'DAMAGED', 'late']));
  expect(await commonTexts(ORG_A, runFilters(['search:contains:damaged']))).toEqual(new Set(['damaged']));
  expect(await commonTexts(ORG_A, runFilters(['name:contains:first']))).toEqual(new Set());
  expect(await commonTexts(ORG_B, texts('damaged'))).toEqual(new Set());
});

/** The plan of the number of matching runs, and how many there are. */
async function counted(as: string, filters: readonly string[]) {
  const parsed = runFilters(filters);
  const scope = await loadRunScope(anyone(statement`${as}`), ORG_A, parsed, as);
  const count = runQuery(ORG_A, parsed, scope, await commonTexts(ORG_A, parsed)).count(500);
  const plan = await query({ 'QUERY PLAN': column.text }, statement`explain ${count}`);
  return plan.map((line) => line['QUERY PLAN']).join('\n');
}

it('looks for a value in its index, but not for one that many runs have', async () => {
  expect(await counted(people.orgAdmin, ['runrams:contains:unicorn'])).toContain('run_params_text');
  for (const more of [[], ['name:contains:first'], ['start_time:gte:2026-01-02T00:00:00Z']]) {
    const plan = await counted(people.orgAdmin, ['runrams:contains:damaged', ...more]);
    expect(plan).not.toContain('run_params_text');
    expect(plan).not.toContain('Seq Scan on run');
  }
});

it('finds the same runs, however many have the value', async () => {
  const totalOf = async (...filters: string[]) => {
    const wanted = filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&');
    const target = `/${ORG_A}/skinny-runs?max_possible_count=10000&per_page=1&${wanted}`;
    const { status, headers } = await send('GET', target, { as: people.orgAdmin });
    return [status, Number(headers.get('x-total-count'))];
  };
  const value = 'runrams:contains:damaged';
  expect(await totalOf(value)).toEqual([200, RUNS / 4]);
  expect(await totalOf(value, 'name:contains:first')).toEqual([200, RUNS / 8]);
  expect(await totalOf(value, 'runrams:contains:late')).toEqual([200, 0]);
  expect(await totalOf(value, 'status:failed')).toEqual([200, 0]);
  expect(await totalOf(value, 'status:success')).toEqual([200, RUNS / 4]);
  expect(await totalOf(value, 'search:contains:first')).toEqual([200, RUNS / 8]);
  expect(await totalOf('search:contains:damaged')).toEqual([200, RUNS / 4]);
  expect(await totalOf('runrams:contains:unicorn')).toEqual([200, 2]);
  expect(await totalOf(value, 'start_time:lt:2026-01-01T01:00:00Z')).toEqual([200, 28]);
});
