import statement, { type Sql as Statement } from 'sql-template-tag';
import { asOneTable } from '@/server/dependents/command-dependents';

/** What runs with the rights of a person, and stops without them, as `dependentsOf` has it. */
export const personDependents = (orgId: Statement, userId: Statement): Statement =>
  asOneTable([
    [
      'job',
      statement`select command_id, name, owner_user_id, next_run_at, scheduled_job_id from scheduled_job
        where org_id = ${orgId} and owner_user_id = ${userId} and deleted_at is null and is_enabled`,
    ],
    [
      'webhook',
      statement`select command_id, name, owner_user_id, null::timestamptz from webhook
        where org_id = ${orgId} and owner_user_id = ${userId} and deleted_at is null and is_enabled`,
    ],
    [
      'dropdown',
      statement`select i.command_id, d.name || ' → ' || coalesce(i.display_name, t.key), null::text, null::timestamptz
        from command_input i
        join dropdown d on d.org_id = i.org_id and d.dropdown_id = i.dropdown_id and d.kind = 'command_output'
        join template_input t on t.org_id = i.org_id and t.template_input_id = i.template_input_id
        where i.org_id = ${orgId} and i.dropdown_linked_by = ${userId}`,
    ],
    [
      'approval',
      statement`select command_id, null::text, asked_by_user_id, null::timestamptz from approval_request
        where org_id = ${orgId} and asked_by_user_id = ${userId} and state = 'waiting'`,
    ],
    [
      'run',
      statement`select command_id, null::text, user_id, null::timestamptz from open_run
        where org_id = ${orgId} and user_id = ${userId}`,
    ],
  ]);

/**
 * Counts the tokens with which programs act as a person in an organization: all but those for commands elsewhere. That of a
 * connected program counts for as long as the program can renew it.
 */
export const tokensOfPerson = (orgId: Statement, userId: Statement): Statement => statement`
  select count(*)::int as count from access_token a
  left join oauth_grant g on g.token_id = a.token_id
  where a.user_id = ${userId} and greatest(a.expires_at, g.refresh_expires_at) > now() and (a.scope ->> 'kind' <> 'run'
    or exists (select from jsonb_array_elements_text(a.scope -> 'commandIds') chosen (id)
      join command c on c.org_id = ${orgId} and c.command_id = chosen.id::int and c.deleted_at is null)
    or exists (select from jsonb_array_elements_text(a.scope -> 'folderIds') chosen (id)
      join folder f on f.org_id = ${orgId} and f.folder_id = chosen.id::int))`;
