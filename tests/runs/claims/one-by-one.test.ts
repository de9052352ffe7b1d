import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { readMigrations } from '@/server/base/schema/migration-files';
import { asOwner, withApp } from '../../support/app/app';
import { repeats } from '../../support/setup/reach';
import {
  createCommand,
  createCredential,
  createOrganizations,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

/** The last version that decided about one place after the other; `claim_from_line` decides about all at once. */
const ONE_BY_ONE = '20261228300000_awaited_runs';

/** How many runs one organization has for lines. */
const RUNS = 30;
const USERS = [people.runner, people.engineer, people.orgAdmin];
const STATES = [
  'waiting',
  'waiting',
  'waiting',
  'waiting',
  'executing',
  'beginning',
  'elsewhere',
  'held',
] as const;
const CLAIMER = 'worker-1';
const KIND_ELSEWHERE = 'aws';

interface Command {
  orgId: string;
  commandId: number;
  credentialId: number;
}
const commands: Command[] = [];
const runs: Record<string, number[]> = { [ORG_A]: [], [ORG_B]: [] };
const ids = z.array(z.object({ id: z.int() }));

beforeAll(async () => {
  await createOrganizations();
  const before = readMigrations().find(({ name }) => name === ONE_BY_ONE)?.sql ?? '';
  const made = before.slice(before.indexOf('CREATE OR REPLACE FUNCTION'));
  await asOwner(
    made
      .replace('FUNCTION claim_runs(', 'FUNCTION claim_one_by_one(')
      .replace('RETURNS SETOF integer', 'RETURNS SETOF bigint'),
  );
  for (const [orgId, maker] of [
    [ORG_A, people.orgAdmin],
    [ORG_B, people.orgAdminB],
  ] as const) {
    const [first, second] = [await createCredential(orgId), await createCredential(orgId)];
    for (const [index, credentialId] of [first, first, second, second].entries()) {
      const { commandId, templateId } = await createCommand(orgId, maker, credentialId, {
        friendlyName: `c${index}`,
      });
      commands.push({ orgId, commandId, credentialId });
      if (index > 0) continue;
      const rows = await sql.query(
        `insert into run (org_id, command_id, template_id, started_by_user_id, trigger, queued_at)
         select $1, $2, $3, $4, 'bulk', now()
         from generate_series(1, $5::int) number returning run_id as id`,
        [orgId, commandId, templateId, maker, RUNS],
      );
      runs[orgId] = ids.parse(rows).map(({ id }) => id);
    }
    // The last one is of another connection than the one whose form and limit it has.
    const [leader, , , follower] = commands.slice(-4);
    await sql.query('update command set follows_command_id = $1 where command_id = $2', [
      leader?.commandId,
      follower?.commandId,
    ]);
  }
});

const limit = (most: number) => fc.integer({ min: 1, max: most });
const lines = fc.record({
  places: fc.array(
    fc.record({
      command: fc.nat(7),
      user: fc.nat(USERS.length - 1),
      class: limit(4),
      turn: fc.nat(6),
      state: fc.constantFrom(...STATES),
      worker: fc.nat(2),
      lookAfterSeconds: fc.constantFrom(null, null, null, -60, 3600),
      isElsewhere: fc.nat(4).map((number) => number === 0),
    }),
    { maxLength: 2 * RUNS },
  ),
  ofCredentials: fc.array(fc.option(limit(4)), { minLength: 4, maxLength: 4 }),
  ofCommands: fc.array(fc.option(limit(4)), { minLength: 8, maxLength: 8 }),
  places_: limit(12),
  concurrency: limit(16),
  credentialLimit: limit(10),
  commandLimit: limit(8),
  elsewhereLimit: limit(3),
});
type Lines = typeof lines extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes the line, and the limits of connections and commands. */
async function make(tx: Sql, { places, ofCredentials, ofCommands }: Lines): Promise<void> {
  const credentials = [...new Set(commands.map(({ credentialId }) => credentialId))];
  for (const [index, credentialId] of credentials.entries())
    await tx.query('update credential set concurrency_limit = $1 where credential_id = $2', [
      ofCredentials[index],
      credentialId,
    ]);
  for (const [index, { commandId }] of commands.entries())
    await tx.query('update command set concurrency_limit = $1 where command_id = $2', [
      ofCommands[index],
      commandId,
    ]);
  const left: Record<string, number[]> = {
    [ORG_A]: [...(runs[ORG_A] ?? [])],
    [ORG_B]: [...(runs[ORG_B] ?? [])],
  };
  const rows = places.flatMap((place) => {
    const { orgId, commandId, credentialId } = commands[place.command] as Command;
    const runId = left[orgId]?.pop();
    if (runId === undefined) return [];
    const isHeld = place.state === 'executing' || place.state === 'beginning';
    return {
      org_id: orgId,
      run_id: runId,
      command_id: commandId,
      credential_id: credentialId,
      user_id: USERS[place.user],
      source_kind: place.isElsewhere ? KIND_ELSEWHERE : 'postgres',
      class: place.class,
      turn: place.turn,
      state: place.state,
      worker_id: isHeld ? `worker-${place.worker}` : null,
      look_at: place.lookAfterSeconds,
    };
  });
  await tx.query(
    `insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn, state, worker_id, look_at)
     select org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn, state, worker_id,
       now() + make_interval(secs => look_at)
     from jsonb_to_recordset($1::jsonb) as given(org_id text, run_id bigint, command_id integer, credential_id integer,
       user_id text, source_kind text, class smallint, turn bigint, state open_run_state, worker_id text, look_at float8)`,
    [JSON.stringify(rows)],
  );
}

/** The limits as `claimRuns` computes them. */
const limitsOf = ({ concurrency, credentialLimit, commandLimit, elsewhereLimit }: Lines): unknown[] => {
  const kept = Math.floor(concurrency * 0.2);
  return [
    credentialLimit,
    commandLimit,
    concurrency - kept,
    concurrency - Math.ceil(kept / 2),
    Math.max(1, concurrency - 2 * kept),
    [KIND_ELSEWHERE],
    elsewhereLimit,
  ];
};

/** Claims in a line, undoes it, and returns which runs were claimed, in their order, and what became of the line. */
async function claimed(tx: Sql, text: string, values: readonly unknown[]) {
  await tx.query('savepoint before');
  const taken = ids.parse(await tx.query(text, values)).map(({ id }) => id);
  const line = await tx.query('select run_id, state, worker_id from open_run order by run_id');
  const begun = await tx.query(`select run_id from run where status = 'running' order by run_id`);
  await tx.query('rollback to before');
  return { taken, line, begun };
}

class Undone extends Error {}

describe('S57 the line', () => {
  it('gives all free places to the runs that would get them one after another', async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(lines, async (given) => {
        const compared = transaction(async (tx) => {
          await make(tx, given);
          const limits = limitsOf(given);
          const before = await claimed(
            tx,
            'select claim_one_by_one($1, $2, $3, $4, $5, $6, $7, $8, $9) as id',
            [CLAIMER, given.places_, ...limits],
          );
          const now = await claimed(
            tx,
            `select claimed_id as id from claim_from_line($1, '{default}', $2, $3, $4, $5, $6, $7, $8, $9, true)`,
            [CLAIMER, given.places_, ...limits],
          );
          most = Math.max(most, now.taken.length);
          expect(now).toEqual(before);
          throw new Undone();
        });
        await compared.catch((thrown) => {
          if (!(thrown instanceof Undone)) throw thrown;
        });
      }),
      { numRuns: repeats(1500) },
    );
    // Otherwise, the lines were too simple to compare anything.
    expect(most).toBeGreaterThan(5);
  }, 300_000);
});
