import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runInThree } from '../../support/things/runs';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();
const source = withSource(
  `create function fails(n integer) returns integer language plpgsql as $$ begin
     if n > 0 then raise exception 'no'; end if; return n; end $$;`,
  createOrganizations,
);
withWorker();

let fails: MadeCommand;
const failed: number[] = [];
let succeeded: number;
beforeAll(async () => {
  fails = await commit(source, 'public.fails(integer)');
  for (const n of [1, 2, 3]) failed.push(numberIn(await runInThree(fails, { n }), 'run_id'));
  succeeded = numberIn(await runInThree(fails, { n: 0 }), 'run_id');
});

const mark = (body: object, as: string = people.runner) =>
  send('POST', `/${ORG_A}/run-marks`, { as, body: { isDealtWith: true, ...body } });
const listed = async (filter: string) => {
  const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=${filter}`, { as: people.orgAdmin });
  return (body as { run_id: number }[]).map(({ run_id }) => run_id).sort((a, b) => a - b);
};
const actions = () =>
  sql.query("select action, after from audit_event where action in ('run.deal_with', 'run.reopen')");

describe('failures', () => {
  it('S55 are marked as dealt with, for everyone who sees them, and the log says by whom', async () => {
    const [first = 0] = failed;
    expect(await mark({ runIds: [first, succeeded] })).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await mark({ runIds: [first] })).toMatchObject({ body: { changed: 0 } });
    expect(await listed('is_dealt_with:true')).toEqual([first]);
    const { body } = await send('GET', `/${ORG_A}/skinny-runs/${first}`, { as: people.orgAdmin });
    expect(body).toMatchObject({ dealt_with_by_name: expect.stringMatching(/./) });
    expect(await actions()).toEqual([{ action: 'run.deal_with', after: { runs: 1, run_ids: [first] } }]);
    expect(await mark({ runIds: [first], isDealtWith: false })).toMatchObject({ body: { changed: 1 } });
    expect(await listed('is_dealt_with:true')).toEqual([]);
  });

  it('are marked all at once by filters, as far as the person sees them', async () => {
    const filter = ['status:failed', 'runrams:contains:n'];
    expect(await mark({ filter }, people.member)).toMatchObject({ body: { changed: 0 } });
    expect(await mark({ filter })).toMatchObject({ body: { changed: 3 } });
    expect(await listed('is_dealt_with:true')).toEqual(failed);
    expect(await mark({ filter, isDealtWith: false })).toMatchObject({ body: { changed: 3 } });
  });

  it('are refused to those who do not see them', async () => {
    expect((await mark({ runIds: failed }, people.member)).status).toBe(404);
    expect((await mark({ runIds: [...failed, 999_999] })).status).toBe(404);
    expect((await mark({})).status).toBe(400);
    expect((await mark({ runIds: failed, filter: ['status:failed'] })).status).toBe(400);
  });
});

describe('views of the history', () => {
  const views = `/${ORG_A}/history-views`;
  const save = (name: string, address: string, as: string = people.runner) =>
    send('PUT', views, { as, body: { name, address } });

  it('are saved under a name, replaced, and deleted, each by its person alone', async () => {
    const first = await save('Mine', 'status=failed');
    expect(first).toMatchObject({ status: 200, body: { name: 'Mine', address: 'status=failed' } });
    expect((await save('MINE', 'q=x')).body).toMatchObject({ name: 'MINE', address: 'q=x' });
    await save('Another', 'since=2026-01-01');
    const names = async (as: string) =>
      ((await send('GET', views, { as })).body as { name: string }[]).map(({ name }) => name);
    expect(await names(people.runner)).toEqual(['Another', 'MINE']);
    expect(await names(people.engineer)).toEqual([]);
    const one = `${views}/${numberIn(first, 'history_view_id')}`;
    expect((await send('DELETE', one, { as: people.engineer })).status).toBe(404);
    expect((await send('DELETE', one, { as: people.runner })).status).toBe(204);
    expect(await names(people.runner)).toEqual(['Another']);
  });

  it('S22 are left out for a token for some commands: they may filter by values of others', async () => {
    await save('Mine', 'q=secret');
    const scope = { kind: 'run', commandIds: [1], folderIds: [] } as const;
    const { token } = await giveToken(people.runner, { scope });
    const whole = await giveToken(people.runner);
    const read = async (of: string) => (await send('GET', views, { headers: bearer(of) })).body;
    expect(await read(token)).toEqual([]);
    expect(await read(whole.token)).toMatchObject([{ name: 'Another' }, { name: 'Mine' }]);
  });

  it('are at most fifty', async () => {
    for (let n = 0; n < 50; n += 1) expect((await save(`View ${n}`, '', people.engineer)).status).toBe(200);
    expect((await save('One more', '', people.engineer)).status).toBe(409);
    expect((await save('View 7', 'q=again', people.engineer)).status).toBe(200);
  });
});
