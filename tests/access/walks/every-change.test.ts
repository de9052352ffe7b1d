import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { asOwner, withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createEndedRun, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun } from '../../support/things/runs';
import { configurationChanges } from './changes/of-configuration';
import { identityChanges } from './changes/of-identity';
import { peopleAndRunChanges } from './changes/of-people-and-runs';
import { type Change, createThings, made, remember, things } from './changes/things';
import { CHANGES_ELSEWHERE } from './changes-elsewhere';

// No worker serves the mail queue here, so messages wait.
withApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'pushboard@example.com' });

beforeAll(createThings);

/** In this order: later changes undo earlier ones. */
const changes: readonly Change[] = [...identityChanges, ...configurationChanges, ...peopleAndRunChanges];

/** Everything in the database, except the log and counters, as one text per table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await sql.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in
       ('audit_event', 'sign_in_allowance', '_prisma_migrations')`,
  );
  const held: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.query<{ held: string }>(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as held from "${name}" t`,
    );
    held[name] = row?.held ?? '';
  }
  return held;
}

const audited = () => prisma().auditEvent.count({ where: { NOT: { action: { startsWith: 'refusal' } } } });

async function make({ id, path, body, as = people.orgAdmin }: Change) {
  const operation = operations.find((each) => each.id === id);
  const given = await path();
  const target = given.startsWith('//') ? given.slice(1) : `/${ORG_A}${given}`;
  return send(operation?.method ?? 'POST', target, {
    ...(as === null ? { headers: { origin: 'http://localhost:3000', cookie: made.cookie } } : { as }),
    ...(body === undefined ? {} : { body: body() }),
  });
}

it('every operation that changes something is requested here, or names the test that covers it', () => {
  const all = operations.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect([...changes.map(({ id }) => id), ...Object.keys(CHANGES_ELSEWHERE)].sort()).toEqual(all.sort());
});

describe('S55 is recorded with its change, or not made at all', () => {
  it.each(changes)('$id', async (change) => {
    if (change.id === 'startRun') things.runId = await createRun(things.command, people.runner);
    if (change.id === 'deleteRunResult' || change.id === 'sendResults')
      things.runId = await createEndedRun(ORG_A, things.command, people.runner);
    if (change.id === 'sendAgain') await change.path();
    const before = await everything();
    await asOwner(`alter table audit_event add constraint broken check (action like 'refusal%') not valid`);
    const refused = await make(change);
    await asOwner(`alter table audit_event drop constraint broken`);
    expect(refused.status).toBe(500);
    expect(await everything()).toEqual(before);

    const count = await audited();
    const { status, body, headers } = await make(change);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(await audited()).toBeGreaterThan(count);
    expect(await everything()).not.toEqual(before);
    if (change.id === 'signInAsDemoPerson') made.cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    remember(change.id, body);
  });
});
