import { beforeAll, describe, expect, it } from 'vitest';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
const source = withSource(
  `create function refund("order $1" integer, note text default null) returns table (id integer) language sql as
     $$ select 1 $$;`,
  createOrganizations,
);

let refund: MadeCommand;
beforeAll(async () => {
  refund = await commit(source, 'public.refund(integer, text)');
});

const sqlAs = (as: string) => send('GET', `/${ORG_A}/kits/${refund.commandId}/sql`, { as });

describe('the SQL of a command', () => {
  it('has a placeholder with the name of each input', async () => {
    const { status, body } = await sqlAs(people.orgAdmin);
    expect(status).toBe(200);
    expect((body as { sql: string }).sql).toMatch(
      /^SELECT \* FROM "public"\."refund"\("order \$1" => :order \$1::.*, "note" => :note::.*\)$/,
    );
  });

  it('is for its engineers', async () => {
    expect((await sqlAs(people.runner)).status).toBe(403);
  });
});
