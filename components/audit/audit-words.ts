import type { AuditEvent } from './use-audit';

const actionWords: Readonly<Record<string, string | undefined>> = {
  'access.request': 'Asked for access',
  'audit.export': 'Exported the audit log',
  'command.create': 'Added a command',
  'command.delete': 'Deleted a command',
  'command.restore': 'Restored a command',
  'command.send_link': 'Sent a link',
  'command.share': 'Shared a command',
  'command.unshare': 'Unshared a command',
  'command.update': 'Changed a command',
  'credential.create': 'Connected a source',
  'credential.delete': 'Deleted a connection',
  'credential.update': 'Changed a connection',
  'folder.create': 'Made a folder',
  'folder.delete': 'Deleted a folder',
  'folder.rename': 'Renamed a folder',
  'folder.share': 'Shared a folder',
  'folder.unshare': 'Unshared a folder',
  'group.add': 'Put people into a group',
  'group.create': 'Made a group',
  'group.delete': 'Deleted a group',
  'group.remove': 'Took people out of a group',
  'group.rename': 'Renamed a group',
  'input.update': 'Changed an input',
  'mail.send_again': 'Sent a message again',
  'member.invite': 'Invited a person',
  'member.join': 'Joined',
  'member.remove': 'Removed a person',
  'member.restore': 'Restored a person',
  'member.role': 'Changed a role',
  'org.create': 'Made the organization',
  'org.update': 'Renamed the organization',
  refusal: 'Was refused',
  'refusals.more': 'Was refused more often',
  'run.cancel': 'Cancelled a run',
  'run.delete_result': 'Deleted a result',
  'run.start': 'Ran a command',
  'session.begin': 'Signed in',
  'session.end': 'Signed out',
  'static_command_source.update': 'Changed the base URL of a description',
  'static_command_source.upload': 'Uploaded a description',
  'sync.ignore': 'Ignored a thing at a source',
  'sync.unignore': 'Offered a thing at a source again',
  'template.delete': 'Deleted what its source has no longer',
  'template.sync': 'Brought a command up to date',
  'template.undelete': 'Brought back what its source has again',
  'template.update': 'Changed a command',
};

/** What somebody did, in words; one that has none yet stands as it was written down. */
export function wordsOfAction(action: string): string {
  return actionWords[action] ?? action;
}

/** What the kinds of subjects are called. */
export const subjectWords: Readonly<Record<string, string | undefined>> = {
  command: 'Command',
  credential: 'Connection',
  folder: 'Folder',
  group: 'Group',
  mail: 'Message',
  member: 'Person',
  operation: 'Request',
  org: 'Organization',
  run: 'Run',
  session: 'Session',
  static_command_source: 'Description',
  sync_ignore: 'Ignored thing',
  template: 'Source of a command',
};

/** What an event is about, by the name it has now, had then, or by its id. */
export function subjectOf({ subjectName, subjectId, before, after, isPrivate }: AuditEvent): string {
  if (isPrivate) return 'A command of somebody’s own';
  return subjectName ?? nameIn(after) ?? nameIn(before) ?? subjectId;
}

function nameIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('name' in value)) return null;
  return typeof value.name === 'string' ? value.name : null;
}

/** One thing that changed: what it was, and what it became; undefined where it was not told of. */
export interface ChangedKey {
  key: string;
  before: string | undefined;
  after: string | undefined;
}

/** What an event changed, key by key. */
export function changesOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>): ChangedKey[] {
  const was = entriesOf(before);
  const is = entriesOf(after);
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => ({
    key,
    before: was.get(key),
    after: is.get(key),
  }));
}

function entriesOf(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).map(([key, each]) => [key, textOf(each)]));
}

function textOf(value: unknown): string {
  if (value === null || value === '') return '--';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
