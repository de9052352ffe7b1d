import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { asOwner, withApp } from '../support/app/app';
import { send, sendRaw } from '../support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let command: MadeCommand;
const as = people.orgAdmin;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});

interface Event {
  audit_event_id: number;
  time: string;
  user_id: string | null;
  action: string;
  subject_id: string;
  subject_name: string | null;
  before: unknown;
  after: unknown;
  is_private: boolean;
}

const log = async (query = '', by: string = as): Promise<Event[]> => {
  const { status, body } = await send('GET', `/${ORG_A}/audit${query}`, { as: by });
  expect(status).toBe(200);
  return body as Event[];
};
const filtered = (...filters: string[]) =>
  log(`?${filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&')}`);

describe('the audit log', () => {
  it('tells admins who did what, with the values before and after', async () => {
    await send('PATCH', `/${ORG_A}/members/${people.member}`, { as, body: { role: 'admin' } });
    await send('PATCH', `/${ORG_A}/members/${people.member}`, { as, body: { role: 'member' } });
    const [latest, before] = await log();
    expect(latest).toMatchObject({
      user_id: as,
      user_name: 'admin-a',
      action: 'member.role',
      subject_type: 'member',
      subject_id: people.member,
      subject_name: 'member',
      before: { role: 'admin' },
      after: { role: 'member' },
    });
    expect(before).toMatchObject({ after: { role: 'admin' } });
  });

  it('names the person who was given a command, and who lost it', async () => {
    const { commandId } = command;
    const body = { recipients: [{ userId: people.member }] };
    await send('POST', `/${ORG_A}/kits/${commandId}/share`, { as, body });
    await send('DELETE', `/${ORG_A}/can/${people.member}/access/kit/${commandId}`, { as });
    const [unshared, shared] = await log();
    expect(shared).toMatchObject({ action: 'command.share', holder_name: 'member' });
    expect(unshared).toMatchObject({ action: 'command.unshare', holder_name: 'member' });
  });

  it('names the people, commands, and folders whose ids an event has', async () => {
    const { body: folder } = await send('POST', `/${ORG_A}/directories`, { as, body: { name: 'Returns' } });
    const { directory_id: folderId } = folder as { directory_id: number };
    await send('PATCH', `/${ORG_A}/kits/${command.commandId}`, { as, body: { directoryId: folderId } });
    expect((await log())[0]).toMatchObject({
      after: { folder_id: folderId },
      names: { users: {}, kits: {}, directories: { [folderId]: 'Returns' }, inputs: {} },
    });
    const body = { recipients: [{ userId: people.member }] };
    await send('POST', `/${ORG_A}/directories/${folderId}/share`, { as, body });
    expect((await log())[0]).toMatchObject({ names: { users: { [people.member]: 'member' } } });
  });

  it('S55 keeps refusals too', async () => {
    await send('GET', `/${ORG_A}/creds`, { as: people.runner });
    expect(await filtered('action:refusal', `user_id:${people.runner}`)).toMatchObject([
      { subject_type: 'operation', subject_id: 'listCredentials', after: { code: 'forbidden' } },
    ]);
  });

  it('S05 is filtered by actor, action, subject, and time; an unknown field is a 400', async () => {
    const all = await log('?per_page=200');
    const isAll = (events: Event[], matches: (event: Event) => boolean) => {
      expect(events.map(({ audit_event_id }) => audit_event_id)).toEqual(
        all.filter(matches).map(({ audit_event_id }) => audit_event_id),
      );
      expect(events.length).toBeGreaterThan(0);
    };
    isAll(await filtered(`user_id:${as}`), (event) => event.user_id === as);
    isAll(await filtered('user_id:null'), (event) => event.user_id === null);
    isAll(await filtered('action:command.create'), ({ action }) => action === 'command.create');
    isAll(await filtered('action~:command.create'), ({ action }) => action !== 'command.create');
    isAll(
      await filtered('subject_type:command', `subject_id:${command.commandId}`),
      ({ action, subject_id }) => action.startsWith('command.') && subject_id === String(command.commandId),
    );
    const middle = all[Math.floor(all.length / 2)]?.time ?? '';
    isAll(await filtered(`time:gte:${middle}`), ({ time }) => time >= middle);
    expect(await filtered('time:lt:2020-01-01T00:00:00Z')).toEqual([]);
    for (const filter of [
      'password:x',
      'before:x',
      'action:contains:x',
      'user_id:gte:x',
      'time:gte:then',
      'nonsense',
    ]) {
      const { status } = await send('GET', `/${ORG_A}/audit?filter=${encodeURIComponent(filter)}`, { as });
      expect(status, filter).toBe(400);
    }
  });

  it('is paged by key: every event once, whatever happens in between', async () => {
    const all = (await log('?per_page=200')).map(({ audit_event_id }) => audit_event_id);
    const seen: number[] = [];
    for (let before: number | undefined; ; ) {
      const page = await log(`?per_page=3${before === undefined ? '' : `&before=${before}`}`);
      seen.push(...page.map(({ audit_event_id }) => audit_event_id));
      if (page.length < 3) break;
      before = page.at(-1)?.audit_event_id;
      await send('GET', `/${ORG_A}/creds`, { as: people.engineer });
    }
    expect(seen).toEqual(all);
  });

  it('names every kind of thing that was done', async () => {
    const { body } = await send('GET', `/${ORG_A}/audit/actions`, { as });
    expect(body).toEqual(expect.arrayContaining(['command.create', 'member.role', 'refusal']));
    expect(new Set(body as string[]).size).toBe((body as string[]).length);
  });

  it('S02 holds nothing of other organizations', async () => {
    const theirs = await prisma().auditEvent.findMany({ where: { orgId: ORG_B } });
    expect(theirs.length).toBeGreaterThan(0);
    const ours = new Set((await log('?per_page=200')).map(({ audit_event_id }) => audit_event_id));
    for (const { auditEventId } of theirs) expect(ours.has(Number(auditEventId))).toBe(false);
    // The id of an event of another organization is not valid here.
    expect(await log(`?before=${theirs[0]?.auditEventId}`)).toEqual([]);
  });

  it('says that a person changed a private command, but not how', async () => {
    const { commandId } = command;
    await prisma().command.update({ where: { commandId }, data: { visibility: 'justme' } });
    const about = await filtered('subject_type:command', `subject_id:${commandId}`);
    expect(about[0]).toMatchObject({ is_private: true, subject_name: null, before: null, after: null });
    await prisma().command.update({ where: { commandId }, data: { visibility: 'org' } });
    expect((await filtered('subject_type:command', `subject_id:${commandId}`))[0]).toMatchObject({
      is_private: false,
      subject_name: 'cmd1',
    });
  });
});

describe('the audit log as a file', () => {
  it('holds all events that match the filters, one JSON object per line, and records the export', async () => {
    const events = await filtered('action:command.create');
    const response = await sendRaw('GET', `/${ORG_A}/audit/export?filter=action:command.create`, { as });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /attachment; filename="audit-org-a-.*\.jsonl"/,
    );
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(events);
    expect(await filtered('action:audit.export')).toMatchObject([
      { user_id: as, after: { filter: ['action:command.create'] } },
    ]);
  });

  it('is a table as CSV, with cells that a spreadsheet would compute kept as text', async () => {
    await send('POST', `/${ORG_A}/groups`, { as, body: { name: '=1+1' } });
    const target = `/${ORG_A}/audit/export?format=csv&filter=action:group.create`;
    const response = await sendRaw('GET', target, { as });
    expect(response.headers.get('content-disposition')).toMatch(/audit-org-a-.*\.csv"/);
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'Time,Person,Action,What was done,About,Id,Name,Outcome,Values,Before,After,Address,Request',
    );
    expect(lines[1]).toContain(',group.create,Created a group,group,');
    expect(lines[1]).toContain(",'=1+1,");
  });

  it('names Pushboard in the table where no person did it, as the page does', async () => {
    await prisma().auditEvent.create({
      data: { orgId: ORG_A, action: 'webhook.start', subjectType: 'webhook', subjectId: '1' },
    });
    const target = `/${ORG_A}/audit/export?format=csv&filter=action:webhook.start`;
    const [, line] = (await (await sendRaw('GET', target, { as })).text()).split('\r\n');
    expect(line?.split(',')[1]).toBe('Pushboard');
  });

  it('is longer than one query', async () => {
    await prisma().auditEvent.createMany({
      data: Array.from({ length: 2_500 }, (_, i) => ({
        orgId: ORG_A,
        action: 'test.many',
        subjectType: 'org',
        subjectId: String(i),
      })),
    });
    const response = await sendRaw('GET', `/${ORG_A}/audit/export?filter=action:test.many`, { as });
    const ids = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).subject_id);
    expect(new Set(ids).size).toBe(2_500);
  });

  it('with an invalid filter is refused before anything is sent or written', async () => {
    const exports = () => prisma().auditEvent.count({ where: { action: 'audit.export' } });
    const before = await exports();
    const target = `/${ORG_A}/audit/export`;
    expect((await send('GET', `${target}?filter=password:x`, { as })).status).toBe(400);
    expect((await send('GET', target, { as: people.member })).status).toBe(403);
    expect(await exports()).toBe(before);
  });
});

describe('S55 the table', () => {
  it('cannot be changed or emptied, not even by the application', async () => {
    const db = prisma();
    await expect(db.$executeRaw`update audit_event set action = 'x'`).rejects.toThrow(/permission denied/);
    await expect(db.$executeRaw`delete from audit_event`).rejects.toThrow(/permission denied/);
    await expect(db.$executeRaw`truncate audit_event`).rejects.toThrow(/permission denied/);
    await expect(asOwner(`update audit_event set action = 'x'`)).rejects.toThrow(/append-only/);
  });

  it('undoes a change whose row cannot be written', async () => {
    const db = prisma();
    await asOwner(
      `alter table audit_event add constraint broken check (action !~ '^(member|group)') not valid`,
    );
    const role = await send('PATCH', `/${ORG_A}/members/${people.member}`, { as, body: { role: 'admin' } });
    const group = await send('POST', `/${ORG_A}/groups`, { as, body: { name: 'Unwritten' } });
    await asOwner('alter table audit_event drop constraint broken');
    expect([role.status, group.status]).toEqual([500, 500]);
    expect(await db.group.count({ where: { name: 'Unwritten' } })).toBe(0);
    const orgId_userId = { orgId: ORG_A, userId: people.member };
    expect((await db.membership.findUniqueOrThrow({ where: { orgId_userId } })).role).toBe('member');
  });
});
