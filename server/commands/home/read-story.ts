import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { type story, storySteps } from '@/lib/contract/library/home';
import type { Decoded } from '@/lib/wire/wire';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';

/**
 * Returns the commands of a sandbox's sample database that its story leads through: one with a button on its rows, and the
 * one that the button opens, which another takes back.
 */
export async function readStory(actor: Person, orgId: string): Promise<Decoded<typeof story> | null> {
  const [found] = await query(
    {
      find_id: column.int,
      refund_id: column.int,
      find: column.boolean,
      refund: column.boolean,
      undo: column.boolean,
    },
    statement`with told as (
      select d.command_id as find_id, d.target_command_id as refund_id, (opened.undo_partner ->> 'kit_id')::int as undo_id
      from org o
      join decoration d on d.org_id = o.org_id and d.kind = 'row'
      join command c on c.org_id = d.org_id and c.command_id = d.command_id
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      join credential s on s.org_id = t.org_id and s.credential_id = t.credential_id and s.is_builtin
      join command opened on opened.org_id = d.org_id and opened.command_id = d.target_command_id
      where o.org_id = ${orgId} and o.is_sandbox and opened.undo_partner is not null
      order by d.decoration_id limit 1
    ), mine as (
      select command_id from (${commandRoles(viewerOf(actor), statement`${orgId}`)}) access
      where command_id in (select unnest(array[find_id, refund_id, undo_id]) from told)
    ), done as (
      select distinct r.command_id from run r
      where r.org_id = ${orgId} and r.started_by_user_id = ${actor.userId} and r.status = 'success' and not r.is_dry_run
        and r.command_id in (table mine)
    )
    select find_id, refund_id, find_id in (table done) as find, refund_id in (table done) as refund,
      undo_id in (table done) as undo
    from told where (select count(*) from mine) = 3`,
  );
  if (found === undefined) return null;
  const done = storySteps.filter((step) => found[step]);
  if (done.length === storySteps.length) return null;
  return { findId: found.find_id, refundId: found.refund_id, done };
}
