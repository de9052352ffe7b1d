import statement, { join, type Sql as Statement } from 'sql-template-tag';
import type { DependentKind } from '@/lib/contract/dependents/dependents';

/** A kind of thing that needs a command. */
interface KindOfDependent {
  kind: DependentKind;
  /** The table and the column with which it names the command it needs; null where no key does. */
  key: { table: string; column: string } | null;
  /**
   * Rows with the id of the command that the dependent belongs to, its name, its owner, and when it runs next; of a job
   * with its scheduled_job_id, too.
   *
   * @param commandIds one bound id, or a subselect of ids
   */
  rows: (orgId: Statement, commandIds: Statement) => Statement;
}

/**
 * Everything that can need a command, one statement per kind. A table with a key into commands has a kind here, or a
 * reason in `tests/dependents` why nothing of it can break.
 */
export const commandDependents: readonly KindOfDependent[] = [
  {
    kind: 'dropdown',
    key: { table: 'dropdown', column: 'sender_command_id' },
    rows: (orgId, commandIds) => statement`
      select i.command_id, d.name || ' → ' || coalesce(i.display_name, t.key) as name,
        null::text as owner_id, null::timestamptz as next_at
      from dropdown d
      join command_input i on i.org_id = d.org_id and i.dropdown_id = d.dropdown_id
      join template_input t on t.org_id = i.org_id and t.template_input_id = i.template_input_id
      where d.org_id = ${orgId} and d.sender_command_id in (${commandIds})`,
  },
  {
    kind: 'button',
    key: { table: 'decoration', column: 'target_command_id' },
    rows: (orgId, commandIds) => statement`
      select command_id, name, null::text, null::timestamptz from decoration
      where org_id = ${orgId} and target_command_id in (${commandIds})`,
  },
  {
    kind: 'error_jump',
    key: { table: 'error_decoration', column: 'target_command_id' },
    rows: (orgId, commandIds) => statement`
      select command_id, null::text, null::text, null::timestamptz from error_decoration
      where org_id = ${orgId} and target_command_id in (${commandIds})`,
  },
  {
    kind: 'undo',
    key: null,
    rows: (orgId, commandIds) => statement`
      select command_id, null::text, null::text, null::timestamptz from command
      where org_id = ${orgId} and (undo_partner ->> 'kit_id')::int in (${commandIds})
        and (undo_partner ->> 'kit_id')::int <> command_id`,
  },
  {
    kind: 'job',
    key: { table: 'scheduled_job', column: 'command_id' },
    rows: (orgId, commandIds) => statement`
      select command_id, name, owner_user_id, next_run_at, scheduled_job_id from scheduled_job
      where org_id = ${orgId} and command_id in (${commandIds}) and deleted_at is null and is_enabled`,
  },
  {
    kind: 'auto_run',
    key: { table: 'scheduled_auto_run', column: 'target_command_id' },
    rows: (orgId, commandIds) => statement`
      select j.command_id, j.name, j.owner_user_id, j.next_run_at
      from scheduled_auto_run a
      join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
      where a.org_id = ${orgId} and a.target_command_id in (${commandIds}) and j.deleted_at is null and j.is_enabled`,
  },
  {
    kind: 'webhook',
    key: { table: 'webhook', column: 'command_id' },
    rows: (orgId, commandIds) => statement`
      select command_id, name, owner_user_id, null::timestamptz from webhook
      where org_id = ${orgId} and command_id in (${commandIds}) and deleted_at is null and is_enabled`,
  },
  {
    kind: 'copycat',
    key: { table: 'command', column: 'follows_command_id' },
    rows: (orgId, commandIds) => statement`
      select command_id, null::text, created_by_user_id, null::timestamptz from command
      where org_id = ${orgId} and follows_command_id in (${commandIds})`,
  },
  {
    kind: 'startup',
    key: { table: 'startup_value', column: 'command_id' },
    rows: (orgId, commandIds) => statement`
      select c.command_id, null::text, null::text, null::timestamptz from command c
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      where c.org_id = ${orgId} and c.command_id in (${commandIds}) and t.run_on_startup
        and c.follows_command_id is null`,
  },
  {
    // Its name is its owner's own.
    kind: 'token',
    key: null,
    rows: (orgId, commandIds) => statement`
      select c.command_id, null::text, a.user_id, null::timestamptz
      from access_token a
      cross join lateral jsonb_array_elements_text(a.scope -> 'commandIds') chosen (command_id)
      join command c on c.org_id = ${orgId} and c.command_id = chosen.command_id::int
      where a.scope ->> 'kind' = 'run' and a.expires_at > now() and c.command_id in (${commandIds})`,
  },
  {
    kind: 'approval',
    key: { table: 'approval_request', column: 'command_id' },
    rows: (orgId, commandIds) => statement`
      select command_id, null::text, asked_by_user_id, null::timestamptz from approval_request
      where org_id = ${orgId} and command_id in (${commandIds}) and state = 'waiting'`,
  },
  {
    kind: 'run',
    key: { table: 'run', column: 'command_id' },
    rows: (orgId, commandIds) => statement`
      select command_id, null::text, user_id, null::timestamptz from open_run
      where org_id = ${orgId} and command_id in (${commandIds})`,
  },
];

type Rows = readonly [kind: DependentKind, rows: Statement];

/** Dependents with their kinds, as rows of one table. */
export const asOneTable = (all: readonly Rows[]): Statement =>
  join(
    all.map(
      ([kind, rows]) =>
        statement`select ${kind}::text as kind, command_id, name, owner_id, next_at,
          ${kind === 'job' ? statement`scheduled_job_id` : statement`null::int`} as scheduled_job_id
          from (${rows}) needed (command_id, name, owner_id, next_at)`,
    ),
    ' union all ',
  );

/** All dependents of commands. */
export const dependentsOf = (orgId: Statement, commandIds: Statement): Statement =>
  asOneTable(commandDependents.map(({ kind, rows }) => [kind, rows(orgId, commandIds)]));
