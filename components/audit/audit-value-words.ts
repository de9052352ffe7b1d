import { exactJson } from '@/lib/base/exact-json';
import { namedKindOf } from '@/lib/contract/audit/named-ids';
import type { AuditEvent } from './use-audit';

type Names = AuditEvent['names'];

/** Keys whose words aren't simply the key's own. */
const keyWords: Readonly<Record<string, string | undefined>> = {
  ad_admin_emails: 'AD Admin Emails',
  allows_overlap: 'may overlap',
  allows_unasked: 'may run without asking',
  api_base_url: 'base URL',
  asked_user_ids: 'asked',
  changed_values: 'values changed',
  cloud_id: 'item of the source',
  cloud_name: 'name at the source',
  creds_id: 'connection',
  cron_expression: 'schedule',
  cron_timezone: 'time zone',
  decoration_id: 'button',
  directory_ids: 'folders',
  dropdown_id: 'dropdown',
  expires_at: 'ends',
  folder_id: 'folder',
  for_results: 'for results',
  given: 'filled in',
  group_id: 'group',
  input_kit_id: 'opens',
  kit_id: 'command',
  kit_ids: 'commands',
  openapi_base_url: 'base URL',
  origin_command_id: 'copied from',
  paused_reason: 'paused because',
  run_count: 'runs',
  resultQuotaMb: 'MB of results',
  resultRetentionDays: 'days that results are kept',
  run_ids: 'numbers',
  sender_kit_id: 'options from',
  slug: 'address',
  user_id: 'person',
  user_ids: 'people',
};

/** A key of a change in words: "folder" for `folder_id`, "database name" for `databaseName`. */
export function wordsOfKey(key: string): string {
  const known = Object.hasOwn(keyWords, key) ? keyWords[key] : undefined;
  if (known !== undefined) return known;
  return key
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/^is_/, '')
    .replaceAll('_', ' ');
}

/** How an empty value is written. */
export const NOTHING = '--';

/** The value of a key as people read it: names instead of ids, yes and no, and lists without brackets. */
export function wordsOfValue(key: string, value: unknown, names: Names): string {
  if (value === null || isEmpty(value)) return NOTHING;
  if (Array.isArray(value)) {
    if (value.some((each) => typeof each === 'object')) return exactJson(value);
    return value.map((each) => wordsOfValue(key, each, names)).join(', ');
  }
  if (typeof value === 'object') return wordsOfParts(value, names);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const kind = namedKindOf(key);
  const name = kind === null ? undefined : names[kind][String(value)];
  return name ?? wordsOfTime(String(value));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function wordsOfParts(value: object, names: Names): string {
  const parts = Object.entries(value).filter(([, each]) => !isEmpty(each));
  const isDeep = parts.some(
    ([, each]) => typeof each === 'object' && Object.values(each).some((part) => typeof part === 'object'),
  );
  if (isDeep) return exactJson(value);
  return parts.map(([key, each]) => `${wordsOfKey(key)} ${wordsOfValue(key, each, names)}`).join(', ');
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/;

/** A time without its zone's letter. In UTC, since the server renders the log too and doesn't know the reader's zone. */
const wordsOfTime = (text: string): string => text.replace(TIME, '$1 $2 UTC');
