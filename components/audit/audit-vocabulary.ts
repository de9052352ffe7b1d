import { roleWords } from '@/lib/access/grant-words';
import { alertChannelWords, alertEventWords, onlyWhenWords } from '@/lib/schedules/alerts';
import { commandSettings } from '@/lib/settings/command-settings';
import { inputSettings } from '@/lib/settings/input-settings';
import type { Setting } from '@/lib/settings/setting';

/** Keys whose words aren't simply the key's own. */
export const keyWords: Readonly<Record<string, string | undefined>> = {
  ad_admin_emails: 'AD admin emails',
  alert_id: 'alert',
  allows_overlap: 'may overlap',
  allows_unasked: 'may run without asking',
  api_base_url: 'base URL',
  approval_id: 'request',
  asked_user_ids: 'asked',
  attaches_result: 'result attached',
  changed_values: 'values changed',
  channel: 'by',
  cloud_id: 'item of the source',
  cloud_name: 'name at the source',
  command_id: 'command',
  creds_id: 'connection',
  cron_expression: 'schedule',
  cron_timezone: 'time zone',
  decoration_id: 'button',
  csvByteOrderMark: 'byte order mark in CSV files',
  directory_ids: 'folders',
  dropdown_id: 'dropdown',
  events: 'when',
  expires_at: 'ends',
  filename: 'file',
  folder_id: 'folder',
  for_results: 'for results',
  given: 'filled in',
  group_id: 'group',
  input_id: 'input',
  is_enabled: 'state',
  is_hidden: 'hidden',
  input_kit_id: 'opens',
  kit_id: 'command',
  kit_ids: 'commands',
  loosens: 'takes away',
  only_when: 'successes',
  openapi_base_url: 'base URL',
  origin_command_id: 'copied from',
  paused_reason: 'paused because',
  run_count: 'runs',
  resultQuotaMb: 'MB of results',
  resultRetentionDays: 'days that results are kept',
  run_id: 'run',
  run_ids: 'numbers',
  runrams: 'values',
  sender_kit_id: 'options from',
  slug: 'address',
  target: 'to',
  user_id: 'person',
  user_ids: 'people',
};

/** Roles in an organization. */
export const orgRoles: Readonly<Record<string, string | undefined>> = { admin: 'Admin', member: 'Member' };

/** Roles on a command or a folder. */
export const thingRoles: Readonly<Record<string, string | undefined>> = roleWords;

/** States of a person in an organization. */
export const memberStates: Readonly<Record<string, string | undefined>> = {
  pending: 'invited',
  active: 'active',
  deleted: 'removed',
};

/** The words of values that are codes, by their keys. */
export const codeWords: Readonly<Record<string, Readonly<Record<string, string | undefined>> | undefined>> = {
  channel: alertChannelWords,
  events: alertEventWords,
  is_enabled: { true: 'on', false: 'off' },
  only_when: onlyWhenWords,
};

const settings: ReadonlyMap<string, Setting> = new Map(
  Object.values<Setting>({ ...inputSettings, ...commandSettings }).map((setting) => [
    setting.column,
    setting,
  ]),
);

/** The setting that a key of a change is about; undefined if it isn't one. */
export const settingAt = (key: string): Setting | undefined => settings.get(key);
