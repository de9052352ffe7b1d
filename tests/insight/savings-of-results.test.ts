import { afterAll, beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { commit, withSource } from '@/tests/support/app/source';
import { withWorker } from '@/tests/support/app/worker';
import { type HttpDouble, startHttpDouble } from '@/tests/support/doubles/http-double';
import { connectApi, createApiCommand } from '@/tests/support/things/api-commands';
import { createOrganizations, type MadeCommand, ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import { runSync } from '@/tests/support/things/runs';

withApp();
const source = withSource(
  `create function tidy() returns table (ticket text, minutes numeric) language sql as
     $$ values ('A', 12.5), ('B', null), ('C', 2.25) $$;`,
  createOrganizations,
);
withWorker();

let api: HttpDouble;
let called: MadeCommand;
let listed: MadeCommand;
beforeAll(async () => {
  api = await startHttpDouble((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"data":[{"minutes":"3.5"},{"minutes":-1},{"minutes":"soon"},{"minutes":4}]}');
  });
  called = await createApiCommand(await connectApi(api.origin), api.origin, '/tidy');
  listed = await commit(source, 'public.tidy()');
});
afterAll(() => api.close());

const change = ({ commandId }: MadeCommand, body: object) =>
  send('PATCH', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin, body });

const saved = async ({ commandId }: MadeCommand) => {
  const { body } = await send('GET', `/${ORG_A}/analytics/minutes-saved?zone=UTC`, { as: people.orgAdmin });
  const rows = body as { command_id: number; runs: number; minutes: number }[];
  return rows
    .filter(({ command_id }) => command_id === commandId)
    .map(({ runs, minutes }) => ({ runs, minutes }));
};

it('minutes saved are the numbers in a column of the results, once a command names one', async () => {
  await change(listed, { minutesSaved: 100 });
  expect((await change(listed, { minutesSavedColumn: ' minutes ' })).body).toMatchObject({
    minutes_saved_column: 'minutes',
  });
  await runSync(listed, {}, people.orgAdmin);
  await runSync(listed, {}, people.orgAdmin);
  expect(await saved(listed)).toEqual([{ runs: 2, minutes: 30 }]);
  const estimates = await prisma().commandEstimate.findMany({ where: { commandId: listed.commandId } });
  expect(estimates.at(-1)?.minutesSaved).toBeNull();
});

it('of a JSON document, they are the numbers under its key, and 0 where there are none', async () => {
  await change(called, { minutesSavedColumn: 'minutes', outputObjectPath: 'data' });
  await runSync(called, {}, people.orgAdmin);
  await change(called, { minutesSavedColumn: 'hours' });
  await runSync(called, {}, people.orgAdmin);
  expect(await saved(called)).toEqual([{ runs: 2, minutes: 8 }]);
});

it('a run that fails saves none', async () => {
  await api.close();
  const { body } = await runSync(called, {}, people.orgAdmin);
  expect(body).toMatchObject({ status: 'failed' });
  expect(await saved(called)).toEqual([{ runs: 2, minutes: 8 }]);
});
