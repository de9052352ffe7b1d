import statement, { type Sql as Statement } from 'sql-template-tag';
import { commandGrants, commandMembership } from '@/server/access/scope';
import { asOneTable } from '@/server/dependents/command-dependents';

/** Joins the command `c` of a folder that a person has by that folder alone. */
const onlyByFolder = (folderId: Statement, person: Statement): Statement => statement`
  ${commandMembership(person)}
  where c.folder_id = ${folderId} and c.deleted_at is null and not exists (
    select from (${commandGrants(person)}) grants where grants.counts and grants.folder_id is null)`;

/** What runs with rights that its owner has only by a folder, and stops without it, as `dependentsOf` has it. */
export const folderDependents = (orgId: Statement, folderId: Statement): Statement =>
  asOneTable([
    [
      'job',
      statement`select j.command_id, j.name, j.owner_user_id, j.next_run_at, j.scheduled_job_id from command c
        join scheduled_job j on j.org_id = c.org_id and j.command_id = c.command_id and j.org_id = ${orgId}
          and j.deleted_at is null and j.is_enabled
        ${onlyByFolder(folderId, statement`j.owner_user_id`)}`,
    ],
    [
      'auto_run',
      statement`select j.command_id, j.name, j.owner_user_id, j.next_run_at from command c
        join scheduled_auto_run a on a.org_id = c.org_id and a.target_command_id = c.command_id and a.org_id = ${orgId}
        join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
          and j.deleted_at is null and j.is_enabled
        ${onlyByFolder(folderId, statement`j.owner_user_id`)}`,
    ],
    [
      'webhook',
      statement`select w.command_id, w.name, w.owner_user_id, null::timestamptz from command c
        join webhook w on w.org_id = c.org_id and w.command_id = c.command_id and w.org_id = ${orgId}
          and w.deleted_at is null and w.is_enabled
        ${onlyByFolder(folderId, statement`w.owner_user_id`)}`,
    ],
    [
      'dropdown',
      statement`select i.command_id, d.name || ' → ' || coalesce(i.display_name, t.key), null::text, null::timestamptz
        from command c
        join dropdown d on d.org_id = c.org_id and d.sender_command_id = c.command_id and d.org_id = ${orgId}
        join command_input i on i.org_id = d.org_id and i.dropdown_id = d.dropdown_id
        join template_input t on t.org_id = i.org_id and t.template_input_id = i.template_input_id
        ${onlyByFolder(folderId, statement`i.dropdown_linked_by`)}`,
    ],
  ]);
