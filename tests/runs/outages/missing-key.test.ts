import { beforeAll, expect, it } from 'vitest';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { loseKeys } from '../../support/things/lost-keys';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runInThree } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function one() returns integer language sql as 'select 1'`,
  createOrganizations,
);
withWorker();

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.one()');
});

it('without the key of its connection’s password, a run says which key is missing, and that it was not sent', async () => {
  expect((await runInThree(command, {})).body).toMatchObject({ status: 'success' });
  loseKeys();
  const reason = `the key "test" is missing from ENCRYPTION_KEYS. The people who run Pushboard have to put it back.`;
  const message = `The password and other secrets of this connection can't be opened: ${reason}`;
  expect((await runInThree(command, {})).body).toMatchObject({
    status: 'failed',
    end_reason: 'error',
    errors: [{ message, hint: 'Nothing was sent to the source.' }],
  });
  const checked = await send('POST', `/${ORG_A}/creds/${source.credentialId()}/check`, {
    as: people.orgAdmin,
    body: {},
  });
  expect(checked).toMatchObject({
    status: 503,
    body: { error: { message: `A saved secret can't be opened: ${reason}` } },
  });
});
