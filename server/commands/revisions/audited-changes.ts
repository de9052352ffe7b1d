import statement, { raw } from 'sql-template-tag';
import type { changeType } from '@/lib/contract/command/changelog';
import { commandSettings } from '@/lib/settings/command-settings';
import type { Decoded } from '@/lib/wire/wire';

export type ChangeType = Decoded<typeof changeType>;

/** The audit actions that count as changes of a command, and their kinds. */
const CHANGES: Readonly<Record<string, ChangeType>> = {
  'command.create': 'sync_creation',
  'command.duplicate': 'sync_creation',
  'template.sync': 'sync_update',
  'template.delete': 'sync_deletion',
  'template.undelete': 'sync_undeletion',
  'command.update': 'user_update',
  'input.update': 'user_update',
  'input.create': 'user_update',
  'input.edit': 'user_update',
  'input.delete': 'user_update',
  'template.update': 'user_update',
  'template.connect': 'user_update',
  'revision.restore': 'user_update',
  'decoration.create': 'user_update',
  'decoration.update': 'user_update',
  'decoration.delete': 'user_update',
  'command.delete': 'user_deletion',
  'command.restore': 'user_undeletion',
};

export const changeActions = Object.keys(CHANGES);

/** Actions that change no setting, and so store no revision. */
export const actionsWithoutRevision = [
  'command.create',
  'command.duplicate',
  'template.delete',
  'command.delete',
  'command.restore',
];

/** The kind of an event `e`. Actions and kinds are constants of this file, so they can be part of the statement's text. */
export const CHANGE_TYPE = raw(
  `case e.action ${Object.entries(CHANGES)
    .map(([action, type]) => `when '${action}' then '${type}'`)
    .join(' ')} end`,
);

/** The settings whose value changed. The log names the headers that were replaced, but none of their values. */
const CHANGED_KEYS = statement`array(
  select distinct case key when 'replaced_headers' then 'headers' else key end
  from jsonb_each(e.after)
  where value is distinct from e.before -> key and key <> 'restored_revision'
    and (key <> 'replaced_headers' or value <> '[]')
  order by 1)`;

/** What an event `e` changed, by column; `inputs` for any of its inputs. */
export const CHANGED_COLUMNS = statement`
  case when e.action in ('input.update', 'input.create', 'input.edit', 'input.delete', 'template.sync') then array['inputs']
    when e.action in ('command.update', 'template.update', 'revision.restore') then ${CHANGED_KEYS}
    when e.action = 'template.connect' then array['creds', 'inputs']
    when e.action like 'decoration.%' then array[coalesce(e.after, e.before)->>'setting']
    else '{}' end`;

const wireNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(commandSettings).map(({ column, wire }) => [column, wire]),
);

/** The API's names for what changed. */
export const wireNamesOf = (columns: readonly string[]): string[] =>
  columns.map((column) => wireNames[column] ?? column);
