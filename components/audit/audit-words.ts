import { z } from 'zod';
import { type Told, wordsOfValue } from './audit-value-words';
import type { AuditEvent } from './use-audit';

/** The run that an event is about or that it started. Null for other events, or if the reader may not see it. */
export function runIdOf({
  subjectType,
  subjectId,
  after,
  isPrivate,
}: Pick<AuditEvent, 'subjectType' | 'subjectId' | 'after' | 'isPrivate'>): number | null {
  if (isPrivate) return null;
  if (subjectType === 'run') return Number(subjectId);
  const begun = z.object({ run_id: z.int() }).safeParse(after);
  return begun.data?.run_id ?? null;
}

/** The names of the types of subjects. */
export const subjectWords: Readonly<Record<string, string | undefined>> = {
  approval: 'Request for approval',
  command: 'Command',
  credential: 'Connection',
  dropdown: 'Dropdown',
  error: 'Error',
  folder: 'Folder',
  group: 'Group',
  mail: 'Message',
  member: 'Person',
  operation: 'Request',
  org: 'Organization',
  run: 'Run',
  scheduled_job: 'Scheduled job',
  webhook: 'Webhook',
  service_account: 'Service account',
  session: 'Session',
  static_command_source: 'Description',
  sync_ignore: 'Ignored item',
  template: 'Source of a command',
  token: 'Access token',
};

/** The subject of an event: its current name, its name at the time, or its id. */
export function subjectOf({
  subjectName,
  subjectId,
  before,
  after,
  isPrivate,
}: Pick<AuditEvent, 'subjectName' | 'subjectId' | 'before' | 'after' | 'isPrivate'>): string {
  if (isPrivate) return 'A private command';
  return subjectName ?? nameIn(after) ?? nameIn(before) ?? subjectId;
}

/** Most subjects have a name; API descriptions have a title. */
function nameIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const name = 'name' in value ? value.name : 'title' in value ? value.title : null;
  return typeof name === 'string' ? name : null;
}

/** One change: the value before and after; undefined if it wasn't recorded. */
export interface ChangedKey {
  key: string;
  before: string | undefined;
  after: string | undefined;
}

/** What an event changed, key by key, in words. */
export function changesOf({
  before,
  after,
  ...told
}: Pick<AuditEvent, 'before' | 'after'> & Told): ChangedKey[] {
  const was = entriesOf(before, told);
  const is = entriesOf(after, told);
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => ({
    key,
    before: was.get(key),
    after: is.get(key),
  }));
}

function entriesOf(value: unknown, told: Told): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).map(([key, each]) => [key, wordsOfValue(key, each, told)]));
}
