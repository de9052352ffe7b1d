import statement, { raw, type Sql as Statement } from 'sql-template-tag';

// What happened is shown with the names of its time: nobody takes on past deeds, or is given them, by a change of name.

/**
 * The name that a person had at a time.
 *
 * @param person the alias of their row of `"user"`
 */
export const personNameThen = (at: Statement, person = 'u'): Statement => statement`
  coalesce((select former.name from former_person_name former
    where former.user_id = ${raw(person)}.user_id and former.until_at > ${at} order by former.until_at limit 1),
    ${raw(person)}.name)`;

/** The name that the organization `o` had at a time. */
export const orgNameThen = (at: Statement): Statement => statement`
  coalesce((select former.name from former_org_name former
    where former.org_id = o.org_id and former.until_at > ${at} order by former.until_at limit 1), o.name)`;

/** The name that the person with an id had at a time. */
export const nameOfIdThen = (userId: Statement, at: Statement): Statement => statement`
  (select ${personNameThen(at, 'named')} from "user" named where named.user_id = ${userId})`;

/**
 * The name that the person `u` had at a time, as the organization with that id knew it: of earlier times, it knows the
 * name under which they joined.
 */
export const knownNameThen = (orgId: Statement, at: Statement): Statement =>
  personNameThen(statement`greatest(${at}, (
    select min(joined.at) from audit_event joined
    where joined.org_id = ${orgId} and joined.subject_type = 'member' and joined.subject_id = u.user_id
      and joined.action in ('member.join', 'member.sync_add')))`);
