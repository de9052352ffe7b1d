import { digitsOf } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark } from '@/lib/base/secret-mark';
import { namedKindOf } from '@/lib/contract/audit/named-ids';
import { withFileNames } from '@/lib/inputs/file-names';
import { outputWords } from '@/lib/outputs/output-words';
import { wordsOf as scheduleWords } from '@/lib/schedules/words';
import { sentenceOf } from '@/lib/settings/setting-words';
import { codeWords, keyWords, memberStates, orgRoles, settingAt, thingRoles } from './audit-vocabulary';
import type { AuditEvent } from './use-audit';

/** What the words of a value depend on: the names of ids, and what the event is about. */
export type Told = Pick<AuditEvent, 'names' | 'subjectType'>;

/** A key of a change in words: "folder" for `folder_id`, "database name" for `databaseName`. */
export function wordsOfKey(key: string): string {
  const known = Object.hasOwn(keyWords, key) ? keyWords[key] : undefined;
  if (known !== undefined) return known;
  const setting = settingAt(key);
  if (setting !== undefined) return setting.logName;
  return key
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/^is_/, '')
    .replaceAll('_', ' ');
}

/** How an empty value is written. */
export const NOTHING = '—';

/** The value of a key as people read it: names instead of ids, yes and no, lists and parts without brackets. */
export function wordsOfValue(key: string, value: unknown, told: Told): string {
  if (isEmpty(value)) return NOTHING;
  const code = wordsOfCode(key, value, told);
  if (code !== undefined) return code;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const setting = settingAt(key);
  const known = setting?.words[String(value)];
  if (known !== undefined && typeof value !== 'object') return known.toLowerCase();
  const sentence =
    setting === undefined
      ? null
      : (sentenceOf(setting, value as JsonValue) ?? outputWords(setting.wire, value as JsonValue));
  if (sentence !== null) return sentence;
  if (Array.isArray(value)) return wordsOfItems(key, value, told);
  if (isSecretMark(value as JsonValue)) return 'set';
  if (typeof value === 'object' && value !== null) return wordsOfParts(value, told);
  if (key === 'role') return wordsOfRole(String(value), told);
  if (key === 'cron_expression') return scheduleWords(String(value)) ?? String(value);
  const kind = namedKindOf(key);
  const name = kind === null ? undefined : told.names[kind][String(value)];
  return name ?? digitsOf(value) ?? wordsOfTime(withFileNames(String(value)));
}

/** The words of a value that is a code; undefined for any other value. */
function wordsOfCode(key: string, value: unknown, { subjectType }: Told): string | undefined {
  if (typeof value === 'object') return undefined;
  const words = key === 'state' && subjectType === 'member' ? memberStates : codeWords[key];
  const code = String(value);
  return words !== undefined && Object.hasOwn(words, code) ? words[code]?.toLowerCase() : undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && value !== undefined && Object.keys(value).length === 0);

/** Items with parts are told apart by a semicolon, since their parts have commas. */
const wordsOfItems = (key: string, items: readonly unknown[], told: Told): string =>
  items
    .map((item) => wordsOfValue(key, item, told))
    .join(items.some((item) => typeof item === 'object') ? '; ' : ', ');

const wordsOfParts = (value: object, told: Told): string =>
  Object.entries(value)
    .filter(([, each]) => !isEmpty(each))
    .flatMap(([key, each]) => {
      const words = wordsOfValue(key, each, told);
      if (words === '') return [];
      const hasParts = typeof each === 'object' && !isSecretMark(each) && words.includes(',');
      return [`${wordsOfKey(key)} ${hasParts ? `(${words})` : words}`];
    })
    .join(', ');

/** A role by its word: an admin of the organization is Admin, one of a command or folder is its engineer. */
function wordsOfRole(role: string, { subjectType }: Told): string {
  const isOfThing = subjectType === 'command' || subjectType === 'folder';
  const words = isOfThing ? thingRoles : orgRoles;
  return (Object.hasOwn(words, role) ? words[role] : undefined) ?? role;
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/;

/** A time without its zone's letter. In UTC, since the server renders the log too and doesn't know the reader's zone. */
const wordsOfTime = (text: string): string => text.replace(TIME, '$1 $2 UTC');
