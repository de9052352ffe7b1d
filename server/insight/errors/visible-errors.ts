import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { OrgSubject } from '@/server/access/load/load';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';

/** Whose errors are asked for, and in which organization. */
export interface ErrorsOf {
  actor: Person;
  subject: OrgSubject;
}

/**
 * CTEs about the errors that a person may see: `named` has the ids of the commands whose errors they may see,
 * `hit` what hit those, and `private_hit` what hit the rest, which is empty for all but admins of the organization.
 * Engineers see those of the commands that they configure; admins see all, except for other people's private commands,
 * of which they see how much fails. A token for some commands sees none: it doesn't see other people's runs.
 */
export function visibleHits({ actor, subject: { orgId, role } }: ErrorsOf): Statement {
  const viewer = viewerOf(actor);
  const isAdmin = role === 'admin' && viewer.only === null;
  const named = isAdmin
    ? statement`select c.command_id from command c
        where c.org_id = ${orgId} and (c.visibility <> 'justme' or c.created_by_user_id = ${actor.userId})`
    : statement`select roles.command_id from (${commandRoles(viewer, statement`${orgId}`)}) roles
        where roles.role = 'admin' and ${viewer.only === null}`;
  return statement`named as materialized (${named}),
    hit as not materialized (
      select h.* from error_hit h where h.org_id = ${orgId} and h.command_id in (select command_id from named)
    ), private_hit as not materialized (
      select h.* from error_hit h
      where ${isAdmin} and h.org_id = ${orgId} and h.command_id not in (select command_id from named)
    )`;
}
