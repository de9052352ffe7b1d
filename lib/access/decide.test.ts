import { describe, expect, it } from 'vitest';
import {
  decideOnCommand,
  decideOnCredential,
  decideOnFolder,
  decideOnOrg,
  decideOnRun,
  decideOnTemplate,
} from './decide';
import type { Actor, CommandAction, CommandStanding, Visibility } from './vocabulary';

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
    [member, 'command.configure', standing('org', runner), 'forbidden'],
    [member, 'command.configure', standing('org', engineer), 'allowed'],
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
  ] as const)('%#: %o %s', (actor, action, access, startedByActor, decision) => {
    expect(decideOnRun(actor, action, { command: standing('org', access), startedByActor })).toBe(decision);
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
