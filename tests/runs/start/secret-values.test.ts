import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runInThree, runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function sign_in(who text, password text) returns text language sql
     as $$ select who || ' ' || length(password) $$`,
  createOrganizations,
);
withWorker();

const CANARY = 'canary-of-a-password-53';
let command: MadeCommand;

beforeAll(async () => {
  command = await commit(source, 'public.sign_in(text, text)');
});

describe('S53 a value of a password input', () => {
  it('reaches the source, and is in no row, history, or response afterward', async () => {
    const values = { who: 'ann', password: CANARY };
    const runs = [await runInThree(command, values), await runSync(command, values)];
    for (const { body } of runs) {
      expect(body).toMatchObject({
        status: 'success',
        payload: `ann ${CANARY.length}`,
        runrams: { who: 'ann' },
      });
      expect(JSON.stringify(body)).not.toContain(CANARY);
    }
    const rows = JSON.stringify(
      await sql.query('select r.*, (select json_agg(a) from audit_event a) from run r'),
    );
    expect(rows).toContain('ann');
    expect(rows).not.toContain(CANARY);
    expect(rows).not.toContain(Buffer.from(CANARY).toString('base64').slice(0, 20));
    const { body: history } = await send('GET', `/${ORG_A}/skinny-runs`, { as: people.runner });
    expect(JSON.stringify(history)).not.toContain(CANARY);
    const found = await send('GET', `/${ORG_A}/skinny-runs?filter=runrams:contains:${CANARY}`, {
      as: people.runner,
    });
    expect(found.body).toEqual([]);
  });
});
