import statement, { type Sql as Statement } from 'sql-template-tag';
import { knownNameThen } from '@/server/access/people/names-then';

// A person's own name is shown only where they agreed to be known: in organizations that they joined, and where they ran
// something. Elsewhere they appear under the name that the inviter entered, or under their address, which the inviter
// knows.

const BY_ADDRESS = statement`coalesce(split_part(u.email, '@', 1), u.name)`;

const OWN_NAME = statement`u.name`;

const memberName = (own: Statement): Statement => statement`
  case when m.state = 'active' or (m.state = 'deleted' and m.state_before_removal is distinct from 'pending')
    then ${own} else coalesce(m.invited_name, ${BY_ADDRESS}) end`;

/** The name of the member `m`, who is the person `u`, as their organization knows them. */
export const MEMBER_NAME: Statement = memberName(OWN_NAME);

/** The name of the person `u`, who is no member, as an organization knows them. */
export const outsiderName = (orgId: Statement, own: Statement = OWN_NAME): Statement => statement`
  case when exists (select from command_user_grant known
      where known.org_id = ${orgId} and known.user_id = u.user_id and known.is_name_known)
    or exists (select from run r where r.org_id = ${orgId} and r.started_by_user_id = u.user_id)
    then ${own} else ${BY_ADDRESS} end`;

const shown = (orgId: Statement, own: Statement): Statement => statement`
  case when m.user_id is null then ${outsiderName(orgId, own)} else ${memberName(own)} end`;

/** The name of the person `u`, with `m` joined as their membership, if any. */
export const shownName = (orgId: Statement): Statement => shown(orgId, OWN_NAME);

/** The same at a time. */
export const shownNameThen = (orgId: Statement, at: Statement): Statement =>
  shown(orgId, knownNameThen(orgId, at));
