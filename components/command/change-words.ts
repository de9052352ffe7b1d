import type { z } from 'zod';
import { allOf } from '@/lib/base/text/lists';
import type { changelogEntry, changeType } from '@/lib/contract/command/changelog';
import { commandSettings } from '@/lib/settings/command-settings';

export type Release = z.output<typeof changelogEntry>;
type Change = Release['changes'][number];
type ChangeType = z.output<typeof changeType>;

const DID: Record<ChangeType, string> = {
  sync_creation: 'added',
  sync_update: 'synced',
  sync_deletion: 'deleted',
  sync_undeletion: 'brought back',
  user_update: 'changed',
  user_deletion: 'deleted',
  user_undeletion: 'restored',
};

/** The documents define the first; the others follow it. */
const DONE: Record<ChangeType, string> = {
  sync_creation: 'Created',
  sync_update: 'Synced',
  sync_deletion: 'Deleted by a sync',
  sync_undeletion: 'Brought back by a sync',
  user_update: 'Changed',
  user_deletion: 'Deleted',
  user_undeletion: 'Restored',
};

const SETTINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(commandSettings).map(({ wire, logName }) => [wire, logName])),
  headers: 'HTTP headers',
  inputs: 'inputs',
  row_decorations: 'row buttons',
  object_decorations: 'object buttons',
  error_decoration: 'button on errors',
};

export const versionOf = ({ majorVersion, minorVersion, patchVersion }: Release): string =>
  `${majorVersion}.${minorVersion}.${patchVersion}`;

/** `added 3 commands and deleted a command`. */
export function releaseWords({ counts }: Release): string {
  const told = new Map<string, number>();
  for (const { changeType, count } of counts)
    told.set(DID[changeType], (told.get(DID[changeType]) ?? 0) + count);
  const parts = [...told].map(([did, count]) => `${did} ${count === 1 ? 'a command' : `${count} commands`}`);
  return allOf(parts);
}

/** The settings that an update changed; empty for a change to the whole command. */
export const settingWords = ({ changed }: Pick<Change, 'changed'>): string =>
  changed.map((key) => SETTINGS[key] ?? key).join(', ');

/** `Created`, or `Changed: description, folder`. */
export function changeWords(change: Pick<Change, 'changeType' | 'changed'>): string {
  const settings = change.changeType === 'user_update' ? settingWords(change) : '';
  return settings === '' ? DONE[change.changeType] : `${DONE[change.changeType]}: ${settings}`;
}
