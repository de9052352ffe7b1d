import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import { failedRun, groupAll } from './failed-runs';

withApp();

let command: MadeCommand;
let other: MadeCommand;
const failedRunOf: Record<string, number> = {};
beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  ({ command, other } = made);
  const secret = await createCommand(ORG_A, people.creator, made.credentialA, { friendlyName: 'secret' });
  const { commandId } = secret;
  await prisma().command.update({ where: { commandId }, data: { visibility: 'justme' } });
  const down = {
    code: '57P03',
    message: 'the database system is starting up',
    at: new Date(Date.now() - 60_000),
  };
  await failedRun(command, down);
  await failedRun(command, { ...down, by: people.engineer });
  await failedRun(other, { ...down, by: people.creator });
  await failedRun(secret, { ...down, by: people.creator });
  failedRunOf.secret = await failedRun(secret, { message: 'Only in private', by: people.creator });
  failedRunOf.other = await failedRun(other, { message: 'Only in the other', by: people.creator });
  failedRunOf.command = await failedRun(command, { message: 'Only in the command' });
  await failedRun(command, { code: '22P02', message: 'invalid input syntax for type integer: "x"' });
  await failedRun(made.ofB, { message: 'Of B', orgId: ORG_B, by: people.outsider });
  await groupAll();
});

const list = (as: string, query = '') => send('GET', `/${ORG_A}/errors${query}`, { as });
const titlesFor = async (as: string, query = '') => {
  const { body } = await list(as, query);
  return (body as { errors: { title: string }[] }).errors.map(({ title }) => title).sort();
};
const idOf = async (title: string) =>
  (await prisma().errorGroup.findFirstOrThrow({ where: { title } })).errorGroupId;
const DOWN = 'the database system is starting up';

describe('who sees which errors', () => {
  it('admins see those of the organization, without what only private commands of others have', async () => {
    const { body } = await list(people.orgAdmin);
    expect(await titlesFor(people.orgAdmin)).toEqual(['Only in the command', 'Only in the other', DOWN]);
    expect(body).toMatchObject({
      unnamed: { errors: 1, runs: 1 },
      counts: { open: 3, resolved: 0, ignored: 0 },
    });
    const down = (body as { errors: { title: string; commands: object[] }[] }).errors.find(
      ({ title }) => title === DOWN,
    );
    expect(down).toMatchObject({ runs: 3, private_runs: 1, people: 3, command_count: 2 });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(
      (await send('GET', `/${ORG_A}/errors/${await idOf('Only in private')}`, { as: people.orgAdmin }))
        .status,
    ).toBe(404);
  });

  it('engineers see those of the commands that they configure, counted of those alone', async () => {
    expect(await titlesFor(people.engineer)).toEqual(['Only in the command', DOWN]);
    const { body } = await send('GET', `/${ORG_A}/errors/${await idOf(DOWN)}`, { as: people.engineer });
    expect(body).toMatchObject({
      runs: 2,
      private_runs: 0,
      people: 2,
      commands: [{ kit_id: command.commandId, runs: 2 }],
    });
    expect(body).toMatchObject({ weeks: [{ runs: 2 }] });
    expect(await titlesFor(people.creator)).toContain('Only in private');
  });

  it.each([people.runner, people.groupRunner, people.member])('%s sees none', async (as) => {
    expect((await list(as)).body).toMatchObject({
      errors: [],
      counts: { open: 0 },
      unnamed: { errors: 0, runs: 0 },
    });
    const path = `/${ORG_A}/errors/${await idOf('Only in the command')}`;
    expect((await send('GET', path, { as })).status).toBe(404);
    expect((await send('PATCH', path, { as, body: { state: 'resolved' } })).status).toBe(404);
  });

  it('a failed run leads to its error, for those who see that', async () => {
    expect(await titlesFor(people.engineer, `?run_id=${failedRunOf.command}`)).toEqual([
      'Only in the command',
    ]);
    expect(await titlesFor(people.engineer, `?run_id=${failedRunOf.other}`)).toEqual([]);
    expect(await titlesFor(people.orgAdmin, `?run_id=${failedRunOf.secret}`)).toEqual([]);
    expect(await titlesFor(people.runner, `?run_id=${failedRunOf.command}`)).toEqual([]);
  });

  it('an error leads to its runs in the history', async () => {
    const path = `/${ORG_A}/skinny-runs?filter=error_id:${await idOf(DOWN)}`;
    expect((await send('GET', path, { as: people.orgAdmin })).body).toHaveLength(3);
    expect((await send('GET', path, { as: people.engineer })).body).toHaveLength(2);
    expect((await send('GET', path.replace(ORG_A, ORG_B), { as: people.orgAdminB })).body).toHaveLength(0);
  });
});

describe('the list', () => {
  it('leaves out refused values unless they are asked for, and takes filters', async () => {
    expect(await titlesFor(people.orgAdmin, '?show_bad_input=true')).toContain(
      'invalid input syntax for type integer: "…"',
    );
    // Their number stands in the list that leaves them out.
    const answer = async (query = '') => (await list(people.orgAdmin, query)).body;
    expect(await answer()).toMatchObject({ counts: { open: 3 }, left_out: 1 });
    expect(await answer('?state=open')).toMatchObject({ left_out: 1 });
    expect(await answer('?state=resolved')).toMatchObject({ left_out: 0 });
    expect(await answer('?show_bad_input=true')).toMatchObject({
      counts: { open: 4 },
      left_out: 0,
    });
    expect(await answer(`?kit_id=${other.commandId}`)).toMatchObject({ left_out: 0 });
    expect(await titlesFor(people.orgAdmin, `?kit_id=${other.commandId}`)).toEqual([
      'Only in the other',
      DOWN,
    ]);
    expect(await titlesFor(people.orgAdmin, '?source_kind=mssql')).toEqual([]);
    expect(await titlesFor(people.orgAdmin, '?state=resolved')).toEqual([]);
  });

  it.each(['last', 'runs'])('sorted by %s, has pages without gaps', async (sort) => {
    const whole = await list(people.orgAdmin, `?sort=${sort}`);
    const ids = (body: unknown) =>
      (body as { errors: { error_id: number }[] }).errors.map(({ error_id }) => error_id);
    const found: number[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { body } = await list(
        people.orgAdmin,
        `?sort=${sort}&per_page=1${after === '' ? '' : `&after=${after}`}`,
      );
      found.push(...ids(body));
      after = (body as { next: string | null }).next;
    }
    expect(found).toEqual(ids(whole.body));
    expect(found).toHaveLength(3);
  });
});

describe('a change of an error', () => {
  const change = async (as: string, body: object, title = 'Only in the command') =>
    send('PATCH', `/${ORG_A}/errors/${await idOf(title)}`, { as, body });

  it('resolves, ignores, and reopens it, and is audited', async () => {
    expect((await change(people.engineer, { state: 'resolved' })).body).toMatchObject({
      state: 'resolved',
      state_by_name: 'engineer',
    });
    expect(await titlesFor(people.orgAdmin, '?state=resolved')).toEqual(['Only in the command']);
    expect((await change(people.orgAdmin, { state: 'ignored', ignoredRuns: 5 })).body).toMatchObject({
      state: 'ignored',
      ignored_runs_left: 5,
    });
    expect((await change(people.orgAdmin, { state: 'open' })).body).toMatchObject({
      state: 'open',
      state_by_name: null,
      ignored_runs_left: null,
    });
    const subjectId = String(await idOf('Only in the command'));
    const events = await prisma().auditEvent.findMany({
      where: { subjectType: 'error', subjectId },
      orderBy: { auditEventId: 'asc' },
    });
    expect(events.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
      ['error.resolve', people.engineer],
      ['error.ignore', people.orgAdmin],
      ['error.reopen', people.orgAdmin],
    ]);
  });

  it.each([
    [{ state: 'ignored' }, 'ignoredUntil'],
    [{ state: 'ignored', ignoredUntil: '2020-01-01T00:00:00Z' }, 'ignoredUntil'],
    [{ state: 'resolved', ignoredRuns: 2 }, 'state'],
    [{ assigneeId: people.runner }, 'assigneeId'],
    [{ assigneeId: people.outsider }, 'assigneeId'],
  ])('%j is refused', async (body, path) => {
    const refused = await change(people.engineer, body);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: { issues: [{ path }] } });
  });

  it('assigns it to an engineer, who is told once', async () => {
    const told = () => prisma().notification.findMany({ where: { kind: 'error_assigned' } });
    expect((await change(people.orgAdmin, { assigneeId: people.engineer })).body).toMatchObject({
      assignee: { user_id: people.engineer },
    });
    await change(people.orgAdmin, { assigneeId: people.engineer });
    expect(await told()).toMatchObject([{ userId: people.engineer, actorUserId: people.orgAdmin }]);
    await change(people.engineer, { assigneeId: null });
    expect((await told()).length).toBe(1);
  });
});
