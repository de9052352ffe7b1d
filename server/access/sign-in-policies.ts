import statement from 'sql-template-tag';
import type { SignInPolicy } from '@/lib/orgs/sign-in-policy';
import { column, query } from '@/server/base/database/statements';

/** The column of `SIGN_IN_POLICIES`. */
export const signInPolicies = column.json<SignInPolicy[]>().nullable();

/**
 * The sign-in policies that the person `u` must meet: those of the organizations that they belong to, or have a command
 * of. A service account belongs to its organization, whose admins make its tokens, and meets every policy.
 */
export const SIGN_IN_POLICIES = statement`(
  select json_agg(json_build_object('orgId', o.org_id, 'requiredIssuer', o.required_issuer,
    'inactivityHours', o.inactivity_hours))
  from org o where (o.required_issuer is not null or o.inactivity_hours is not null)
    and u.service_org_id is null and o.org_id in (
      select org_id from membership where user_id = u.user_id
      union select org_id from command_user_grant where user_id = u.user_id))`;

/** Whether the person `u` may enter the organization `o` if they meet its policy. */
export const BELONGS_TO = statement`(
  exists (select from membership m where m.org_id = o.org_id and m.user_id = u.user_id and m.state = 'active')
  or exists (select from command_user_grant g where g.org_id = o.org_id and g.user_id = u.user_id))`;

const POLICY = {
  orgId: column.text,
  requiredIssuer: column.text.nullable(),
  inactivityHours: column.int.nullable(),
};

/** The sign-in policies of some organizations, by id; those without one are left out. */
export async function policiesOf(orgIds: readonly string[]): Promise<ReadonlyMap<string, SignInPolicy>> {
  if (orgIds.length === 0) return new Map();
  const policies = await query(
    POLICY,
    statement`select org_id as "orgId", required_issuer as "requiredIssuer", inactivity_hours as "inactivityHours"
     from org where org_id = any(${[...orgIds]}) and (required_issuer is not null or inactivity_hours is not null)`,
  );
  return new Map(policies.map((policy) => [policy.orgId, policy]));
}
