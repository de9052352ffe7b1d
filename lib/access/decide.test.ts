import { describe, expect, it } from 'vitest';
import {
  decideOnCommand,
  decideOnCredential,
  decideOnEffect,
  decideOnFolder,
  decideOnOrg,
  decideOnRun,
  decideOnTemplate,
} from './decide';
import type { Actor, CommandAction, CommandStanding, Effect, Through, Visibility } from './vocabulary';

const signedOut: Actor = { kind: 'signedOut' };
const person = (...memberships: { orgId: string; role: 'admin' | 'member' }[]): Actor => ({
  kind: 'person',
  userId: 'u',
  name: 'U',
  email: null,
  memberships,
});
const member = person({ orgId: 'a', role: 'member' });
const admin = person({ orgId: 'a', role: 'admin' });
const stranger = person({ orgId: 'b', role: 'admin' });
const throughToken: Actor = {
  kind: 'person',
  userId: 'u',
  name: 'U',
  email: null,
  memberships: [{ orgId: 'a', role: 'admin' }],
  through: { kind: 'token', id: 't', scope: { kind: 'everything' } },
};

const standing = (visibility: Visibility, access: CommandStanding['access']): CommandStanding => ({
  orgId: 'a',
  visibility,
  access,
});
const engineer: CommandStanding['access'] = { role: 'admin', level: 'user_kit' };
const runner: CommandStanding['access'] = { role: 'runner', level: 'kit' };
const creator: CommandStanding['access'] = { role: 'admin', level: 'creator' };

describe('decideOnOrg', () => {
  it.each([
    [signedOut, 'org.enter', false, 'signIn'],
    [stranger, 'org.enter', false, 'hidden'],
    [stranger, 'org.enter', true, 'allowed'],
    [stranger, 'org.read', true, 'hidden'],
    [member, 'org.read', false, 'allowed'],
    [member, 'org.connect', false, 'forbidden'],
    [stranger, 'org.connect', true, 'hidden'],
    [admin, 'org.connect', false, 'allowed'],
    [member, 'org.manage', false, 'forbidden'],
    [stranger, 'org.manage', true, 'hidden'],
    [admin, 'org.manage', false, 'allowed'],
  ] as const)('%#: %o %s', (actor, action, holdsGrant, decision) => {
    expect(decideOnOrg(actor, action, 'a', holdsGrant)).toBe(decision);
  });
});

describe('decideOnCommand', () => {
  const rows: [Actor, CommandAction, CommandStanding, string][] = [
    [signedOut, 'command.see', standing('public', null), 'allowed'],
    [signedOut, 'command.run', standing('public', null), 'signIn'],
    [signedOut, 'command.see', standing('org', null), 'signIn'],
    [stranger, 'command.see', standing('org', null), 'hidden'],
    [stranger, 'command.run', standing('org', null), 'hidden'],
    [stranger, 'command.run', standing('public', null), 'forbidden'],
    [stranger, 'command.run', standing('org', runner), 'allowed'],
    [stranger, 'command.configure', standing('org', engineer), 'forbidden'],
    [member, 'command.see', standing('store', null), 'allowed'],
    [member, 'command.run', standing('org', runner), 'allowed'],
    [stranger, 'command.seeRuns', standing('public', null), 'forbidden'],
    [stranger, 'command.seeRuns', standing('org', runner), 'allowed'],
    [throughToken, 'command.seeRuns', standing('org', runner), 'allowed'],
    [member, 'command.configure', standing('org', runner), 'forbidden'],
    [member, 'command.configure', standing('org', engineer), 'allowed'],
    [member, 'command.approve', standing('org', engineer), 'allowed'],
    [member, 'command.approve', standing('org', runner), 'forbidden'],
    [stranger, 'command.approve', standing('org', engineer), 'forbidden'],
    [throughToken, 'command.approve', standing('org', engineer), 'forbidden'],
    [member, 'command.delete', standing('org', engineer), 'forbidden'],
    [member, 'command.delete', standing('justme', creator), 'allowed'],
    [member, 'command.see', standing('justme', null), 'hidden'],
    [signedOut, 'command.request', standing('public', null), 'signIn'],
    [stranger, 'command.request', standing('org', null), 'hidden'],
    [stranger, 'command.request', standing('org', runner), 'hidden'],
    [member, 'command.request', standing('org', null), 'allowed'],
    [member, 'command.request', standing('justme', null), 'hidden'],
  ];
  it.each(rows)('%#: %o %s %o', (actor, action, command, decision) => {
    expect(decideOnCommand(actor, action, command)).toBe(decision);
  });
});

describe('decideOnRun', () => {
  it.each([
    [signedOut, 'run.see', runner, true, 'signIn'],
    [member, 'run.see', null, true, 'hidden'],
    [member, 'run.see', runner, false, 'allowed'],
    [member, 'run.cancel', runner, false, 'forbidden'],
    [member, 'run.cancel', runner, true, 'allowed'],
    [member, 'run.cancel', engineer, false, 'allowed'],
    [member, 'run.start', engineer, false, 'forbidden'],
    [member, 'run.start', runner, true, 'allowed'],
  ] as const)('%#: %o %s', (actor, action, access, isOwn, decision) => {
    const run = { startedByUserId: isOwn ? 'u' : 'v', startedThrough: null };
    expect(decideOnRun(actor, action, { command: standing('org', access), ...run })).toBe(decision);
  });
});

const adminThrough = (through: Through): Actor => ({
  ...(admin as typeof admin & { kind: 'person' }),
  through,
});
const reading = adminThrough({ kind: 'token', id: 't', scope: { kind: 'read' } });
const running = adminThrough({
  kind: 'token',
  id: 't',
  scope: { kind: 'run', commandIds: [1], folderIds: [] },
});
const withEverything = adminThrough({ kind: 'token', id: 't', scope: { kind: 'everything' } });
const scheduled = adminThrough({ kind: 'schedule', jobId: 3, commandId: 1 });

describe('S22 what an actor came through', () => {
  it.each([
    [admin, 'read run change'],
    [withEverything, 'read run change'],
    [reading, 'read'],
    [running, 'read run'],
    [scheduled, 'read run'],
  ] as const)('%#: allows operations by their effect', (actor, allowed) => {
    const effects: Effect[] = ['read', 'run', 'change'];
    const found = effects.filter((effect) => decideOnEffect(actor, effect, null) === 'allowed');
    expect(found.join(' ')).toBe(allowed);
  });

  it('never lets a token manage the organization, and lets it read what its person may', () => {
    expect(decideOnEffect(withEverything, 'change', 'org.manage')).toBe('forbidden');
    expect(decideOnEffect(withEverything, 'read', 'org.manage')).toBe('allowed');
    expect(decideOnEffect(admin, 'change', 'org.manage')).toBe('allowed');
  });

  it.each([
    [running, 'org.enter', 'allowed'],
    [running, 'org.read', 'forbidden'],
    [running, 'org.connect', 'forbidden'],
    [scheduled, 'org.manage', 'forbidden'],
    [reading, 'org.manage', 'allowed'],
  ] as const)('%#: shows some commands, and not the organization', (actor, action, decision) => {
    expect(decideOnOrg(actor, action, 'a', false)).toBe(decision);
  });

  it.each([
    [running, 'token:t', 'allowed'],
    [running, 'session:s', 'hidden'],
    [running, null, 'hidden'],
    [scheduled, 'schedule:3', 'allowed'],
    [scheduled, 'schedule:4', 'hidden'],
    [reading, null, 'allowed'],
  ] as const)('%#: shows the runs that were started the same way', (actor, startedThrough, decision) => {
    const run = { command: standing('org', runner), startedByUserId: 'u', startedThrough };
    expect(decideOnRun(actor, 'run.see', run)).toBe(decision);
  });

  it('hides who could be asked for other commands', () => {
    expect(decideOnCommand(running, 'command.request', standing('org', null))).toBe('hidden');
  });
});

describe('decideOnFolder', () => {
  it.each([
    [signedOut, 'folder.see', 'admin', true, 'signIn'],
    [stranger, 'folder.see', 'admin', true, 'hidden'],
    [member, 'folder.see', null, false, 'hidden'],
    [member, 'folder.see', null, true, 'allowed'],
    [member, 'folder.change', null, true, 'forbidden'],
    [member, 'folder.change', 'runner', false, 'forbidden'],
    [member, 'folder.change', 'admin', false, 'allowed'],
  ] as const)('%#: %o %s', (actor, action, role, holdsCommand, decision) => {
    expect(decideOnFolder(actor, action, { orgId: 'a', role, holdsCommand })).toBe(decision);
  });
});

describe('decideOnTemplate', () => {
  it.each([
    [signedOut, 'template.configure', true, true, true, 'signIn'],
    [member, 'template.configure', false, false, false, 'hidden'],
    [member, 'template.configure', true, true, false, 'forbidden'],
    [member, 'template.configure', true, true, true, 'allowed'],
    [stranger, 'template.configure', true, true, true, 'forbidden'],
    [signedOut, 'template.run', true, true, true, 'signIn'],
    [member, 'template.run', false, false, false, 'hidden'],
    [member, 'template.run', true, false, false, 'forbidden'],
    [stranger, 'template.run', true, true, false, 'allowed'],
  ] as const)('%#: %o %s', (actor, action, seesAny, runsAny, isEngineerOfAll, decision) => {
    expect(decideOnTemplate(actor, action, { orgId: 'a', seesAny, runsAny, isEngineerOfAll })).toBe(decision);
  });
});

describe('decideOnCredential', () => {
  it.each([
    [signedOut, true, true, 'signIn'],
    [admin, false, false, 'allowed'],
    [member, false, false, 'hidden'],
    [member, true, false, 'forbidden'],
    [member, true, true, 'allowed'],
    [stranger, true, true, 'forbidden'],
  ] as const)('%#: %o', (actor, seesAny, isEngineerOfAll, decision) => {
    expect(decideOnCredential(actor, { orgId: 'a', seesAny, isEngineerOfAll })).toBe(decision);
  });
});
