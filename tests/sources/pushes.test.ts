import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { type OwnGithub, startGithub } from '../connectors/github/support';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commitOfAccount } from '../support/doubles/aws/connected-account';
import { pushedCommit, pushPayload, type Told } from '../support/doubles/github/pushes';
import {
  createCredential,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { tellOfPush } from '../support/things/pushes';

withApp({ WEBHOOK_DELIVERIES_PER_MINUTE: '1000' });

const as = people.orgAdmin;
const SCRIPT = `import argparse
p = argparse.ArgumentParser()
p.add_argument("--month", required=True)
print(p.parse_args())
`;
const BUILT = `from lib.options import build
print(build().parse_args())
`;
const OPTIONS = `import argparse
def build():
    p = argparse.ArgumentParser()
    p.add_argument("--region", required=True)
    return p
`;

let own: OwnGithub;
let credsId: number;
let monthly: MadeCommand;
let regional: MadeCommand;
let weekly: MadeCommand;
let made: { url: string; secret: string };

const path = () => `/${ORG_A}/creds/${credsId}`;

beforeAll(async () => {
  await createOrganizations();
  own = await startGithub({
    'monthly.py': SCRIPT,
    'regional.py': BUILT,
    'weekly.py': SCRIPT,
    'lib/options.py': OPTIONS,
  });
  const body = { credType: 'github', name: 'Reports', github: { ...own.part, runsOn: 'worker' } };
  credsId = numberIn(await send('POST', `/${ORG_A}/creds`, { as, body }), 'creds_id');
  monthly = await commitOfAccount(credsId, `github::${credsId}::monthly.py`);
  regional = await commitOfAccount(credsId, `github::${credsId}::regional.py`);
  weekly = await commitOfAccount(credsId, `github::${credsId}::weekly.py`);
  await sql.query(
    `insert into command_user_grant (org_id, command_id, user_id, role)
     values ($1, $2, $3, 'admin'), ($1, $2, $4, 'runner')`,
    [ORG_A, weekly.commandId, people.engineer, people.runner],
  );
});
afterAll(() => own.double.stop());

beforeEach(async () => {
  await sql.query('delete from push_webhook');
  await sql.query('delete from notification');
  await sql.query('update template set source_changed_at = null, source_change_is_certain = null');
  made = await make();
});

async function make(): Promise<{ url: string; secret: string }> {
  const { status, body } = await send('POST', `${path()}/push-webhook`, { as });
  expect(status).toBe(200);
  return body as { url: string; secret: string };
}

const tell = (payload: unknown, more: Partial<Told> = {}) =>
  tellOfPush(made.url, { secret: made.secret, payload, ...more });

const change = (message: string, ...modified: string[]) => pushPayload([pushedCommit(message, { modified })]);

async function read(): Promise<Record<string, unknown>> {
  const { body } = await send('GET', path(), { as });
  return (body as { push_webhook: Record<string, unknown> }).push_webhook;
}

/** What the form of a command says of its source. */
async function changeOf({ commandId }: MadeCommand, reader: string = as): Promise<unknown> {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as: reader });
  return (body as { anchor_ol: { source_change: unknown } }).anchor_ol.source_change;
}

const marks = async () => [await changeOf(monthly), await changeOf(regional), await changeOf(weekly)];
const certain = { time: expect.any(String), is_certain: true };
const perhaps = { time: expect.any(String), is_certain: false };

async function bell(person: string): Promise<unknown[]> {
  const { body } = await send('GET', `/${ORG_A}/notifications`, { as: person });
  return (body as { notifications: unknown[] }).notifications;
}

describe('the webhook of a connection', () => {
  it('S19 shows its secret once, keeps it sealed, and is read with its connection', async () => {
    expect(made.secret).toMatch(/^pbwh_/);
    const seen = await read();
    expect(seen).toMatchObject({ url: made.url, last_called_time: null, last_push_time: null });
    expect(JSON.stringify(seen)).not.toContain(made.secret);
    const rows = await sql.query<{ text: string }>('select w::text as text from push_webhook w');
    expect(JSON.stringify(rows)).not.toContain(made.secret);
    const audit = await prisma().auditEvent.findMany({
      where: { action: { startsWith: 'credential.push' } },
    });
    expect(audit.at(-1)).toMatchObject({ actorUserId: as, subjectId: String(credsId) });
    expect(JSON.stringify(audit.map(({ before, after }) => [before, after]))).not.toContain(made.secret);
  });

  it('keeps its address with another secret, and answers nothing once it is removed', async () => {
    const first = made;
    made = await make();
    expect(made.url).toBe(first.url);
    expect(made.secret).not.toBe(first.secret);
    expect((await tell({ zen: 'Keep it simple.' }, { event: 'ping', secret: first.secret })).status).toBe(
      401,
    );
    expect((await tell({ zen: 'Keep it simple.' }, { event: 'ping' })).status).toBe(204);
    expect((await send('DELETE', `${path()}/push-webhook`, { as })).status).toBe(204);
    expect((await send('DELETE', `${path()}/push-webhook`, { as })).status).toBe(204);
    expect((await tell(change('Gone', 'monthly.py'))).status).toBe(401);
    expect(await read()).toBeNull();
  });

  it('is refused for sources that tell of no pushes, and to people who may not connect', async () => {
    const other = await createCredential(ORG_A);
    const refused = await send('POST', `/${ORG_A}/creds/${other}/push-webhook`, { as });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('does not tell of pushes') } },
    });
    expect((await send('POST', `${path()}/push-webhook`, { as: people.engineer })).status).toBe(403);
    expect((await send('POST', `${path()}/push-webhook`, { as: people.orgAdminB })).status).toBe(404);
  });

  it('goes with its connection', async () => {
    const body = { credType: 'github', name: 'Other', github: { ...own.part, runsOn: 'worker' } };
    const id = numberIn(await send('POST', `/${ORG_A}/creds`, { as, body }), 'creds_id');
    await send('POST', `/${ORG_A}/creds/${id}/push-webhook`, { as });
    await send('DELETE', `/${ORG_A}/creds/${id}`, { as });
    expect(await prisma().pushWebhook.count({ where: { credentialId: id } })).toBe(0);
  });
});

describe('a call', () => {
  it('with a wrong signature is refused like one to an unknown address, and noted', async () => {
    const payload = change('Wrong', 'monthly.py');
    const wrong = await tell(payload, { secret: 'another' });
    const unknown = await tellOfPush(`${made.url}x`, { secret: made.secret, payload });
    const unsigned = await tell(payload, { headers: { 'x-hub-signature-256': '' } });
    const old = await tell(payload, { headers: { 'x-hub-signature-256': `sha1=${'0'.repeat(40)}` } });
    const error = ({ status, body }: typeof wrong) => [
      status,
      (body as { error: { code: string; message: string } }).error.message,
    ];
    expect(wrong.status).toBe(401);
    for (const each of [unknown, unsigned, old]) expect(error(each)).toEqual(error(wrong));
    await expect.poll(async () => (await read()).unsigned_time).not.toBeNull();
    expect(await read()).toMatchObject({ last_called_time: null });
    expect(await marks()).toEqual([null, null, null]);
  });

  it('that is signed, but changed on its way, is refused', async () => {
    const payload = JSON.stringify(change('Changed', 'monthly.py'));
    const told = await tell(payload, { headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` } });
    expect(told.status).toBe(401);
  });

  it.each(['ping', 'issues'])('of the event %s changes nothing but when it called', async (event) => {
    const told = await tell(change('Not a push', 'monthly.py'), { event });
    expect(told).toMatchObject({ status: 204, body: null });
    expect(await read()).toMatchObject({ last_called_time: expect.any(String), last_push_time: null });
    expect(await marks()).toEqual([null, null, null]);
  });

  it('is told what is wrong with a form, with what is no push, and without a name', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await tell(change('Form', 'monthly.py'), { headers: form })).status).toBe(415);
    expect((await tell('{"ref":'))?.status).toBe(400);
    expect((await tell({ ref: 'refs/heads/main' })).status).toBe(400);
    expect((await tell(change('Nameless'), { delivery: '' })).status).toBe(400);
  });

  it('of more than 5 MB is refused', async () => {
    const told = await tell(change('Large', 'a'.repeat(5_000_000)));
    expect(told.status).toBe(413);
  });
});

describe('a push', () => {
  it('has the source looked at soon, if it concerns a command', async () => {
    const isDue = async () => {
      const [row] = await sql.query<{ is_due: boolean }>(
        `select look_due_at < now() + interval '1 minute' as is_due from credential where credential_id = ${credsId}`,
      );
      return row?.is_due;
    };
    await tell(change('Of nobody', 'README.md'));
    expect(await isDue()).toBe(false);
    await tell(change('Changed', 'monthly.py'));
    expect(await isDue()).toBe(true);
  });

  it('marks the commands whose files it adds, changes, or removes, for those who can configure them', async () => {
    const commits = [
      pushedCommit('One', { modified: ['monthly.py', 'README.md'] }),
      pushedCommit('Two', { added: ['new.py'], removed: ['weekly.py'] }),
    ];
    expect(await tell(pushPayload(commits))).toMatchObject({ status: 204, body: null });
    expect(await marks()).toEqual([certain, null, certain]);
    expect(await read()).toMatchObject({
      last_push_time: expect.any(String),
      last_push_commit: commits[1]?.id,
    });
    expect(await changeOf(weekly, people.engineer)).toEqual(certain);
    expect(await changeOf(weekly, people.runner)).toBeNull();
    const audit = await prisma().auditEvent.findMany({ where: { action: 'credential.push' } });
    expect(audit.at(-1)).toMatchObject({ actorUserId: null, after: { is_certain: true } });
  });

  it('marks a command whose inputs are in another file of the repository', async () => {
    await tell(change('Options', 'lib/options.py'));
    expect(await marks()).toEqual([null, certain, null]);
  });

  it.each([
    ['another branch', { ref: 'refs/heads/draft' }],
    ['a tag', { ref: 'refs/tags/main' }],
    ['another repository', { repository: { full_name: 'acme/other', default_branch: 'main' } }],
  ])('of %s changes nothing', async (_, changes) => {
    const payload = { ...change('Elsewhere', 'monthly.py'), ...changes };
    expect((await tell(payload)).status).toBe(204);
    expect(await marks()).toEqual([null, null, null]);
    expect(await read()).toMatchObject({ last_push_time: null });
  });

  it.each([
    ['forced', { forced: true }],
    ['of a new branch', { created: true }],
    ['without commits', { commits: [] }],
    ['of more commits than are listed', { commits: Array(2048).fill(pushedCommit('Many', {})) }],
    [
      'of more files than are listed',
      { commits: [pushedCommit('Wide', { added: Array.from({ length: 3000 }, (_, at) => `${at}.txt`) })] },
    ],
  ])('that is %s marks all commands as perhaps changed', async (_, changes) => {
    await tell(change('Certain', 'weekly.py'));
    await tell({ ...change('Forced', 'monthly.py'), ...changes });
    expect(await marks()).toEqual([perhaps, perhaps, certain]);
  });

  it('that comes again changes nothing, whatever it is called then', async () => {
    const payload = change('Again', 'monthly.py');
    await tell(payload, { delivery: 'first' });
    await sql.query('update template set source_changed_at = null, source_change_is_certain = null');
    expect((await tell(payload, { delivery: 'first' })).status).toBe(204);
    expect((await tell(payload, { delivery: 'second' })).status).toBe(204);
    expect((await tell(change('Other', 'weekly.py'), { delivery: 'first' })).status).toBe(204);
    expect(await marks()).toEqual([null, null, null]);
    expect(await bell(as)).toHaveLength(1);
  });

  it('is noticed once if it comes several times at the same moment', async () => {
    const payload = change('At once', 'monthly.py', 'weekly.py');
    await Promise.all([1, 2, 3].map(() => tell(payload)));
    expect(await bell(as)).toHaveLength(1);
  });

  it('is told to the engineers of the commands, once each', async () => {
    await tell(change('Both', 'monthly.py', 'weekly.py', 'regional.py'));
    expect(await bell(as)).toMatchObject([
      { kind: 'source_changed', name: 'Monthly', kit_id: monthly.commandId, other_count: 2 },
    ]);
    expect(await bell(people.engineer)).toMatchObject([{ name: 'Weekly', other_count: 0 }]);
    expect(await bell(people.runner)).toEqual([]);
  });
});

describe('the mark', () => {
  const sync = ({ templateId }: MadeCommand) =>
    send('POST', `/${ORG_A}/syncs-2`, { as, body: { olId: templateId, credsId } });

  it('is gone after a sync of the command, and shown in the comparison until then', async () => {
    own.repository.commit('Default', { 'monthly.py': SCRIPT.replace('required=True', 'default="1"') });
    await tell(change('Default', 'monthly.py'));
    const { body } = await send('GET', `${path()}/diff`, { as });
    expect(body).toMatchObject({ modified: [{ cloud_name: 'monthly.py', source_change: certain }] });
    await sync(monthly);
    expect(await changeOf(monthly)).toBeNull();
  });

  it('is gone after a sync in a batch', async () => {
    await tell(change('Batch', 'monthly.py', 'weekly.py'));
    const cloudId = `github::${credsId}::monthly.py`;
    await send('POST', `/${ORG_A}/batch-commit`, { as, body: { cloudId, credsId, commitType: 'update' } });
    expect(await marks()).toEqual([null, null, certain]);
  });

  it('is gone after a comparison that found no difference', async () => {
    await tell({ ...change('Forced'), forced: true });
    const { body } = await send('GET', `${path()}/diff`, { as });
    expect((body as { modified: unknown[] }).modified).toEqual([]);
    expect(await marks()).toEqual([null, null, null]);
  });

  it('stays if the push came while the source was being read', async () => {
    const told: number[] = [];
    own.double.faultOf = async (operation) => {
      if (operation === 'git/get-tree' && told.length === 0)
        told.push((await tell(change('Meanwhile', 'weekly.py'))).status);
      return null;
    };
    await sync(weekly);
    own.double.faultOf = () => null;
    expect(told).toEqual([204]);
    expect(await changeOf(weekly)).toEqual(certain);
  });
});
