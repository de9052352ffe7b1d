import statement from 'sql-template-tag';
import type { Actor } from '@/lib/access/vocabulary';
import type { demoPerson } from '@/lib/contract/people/people';
import { shownOrgName } from '@/lib/orgs/org-names';
import { DEMO_ISSUER } from '@/lib/orgs/sign-in-policy';
import type { Decoded } from '@/lib/wire/wire';
import type { AuditSource } from '@/server/access/audit';
import { commandRoles } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { DEMO_ID_PREFIX, isDemoMode } from '@/server/base/demo-mode';
import { notFound } from '@/server/base/errors';
import { beginSession } from '@/server/people/sign-in/begin-session';
import { unsafeActorOfUserId } from '@/server/people/sign-in/session';

type DemoPerson = Decoded<typeof demoPerson>;
type DemoOrg = DemoPerson['orgs'][number];

const DEMO_PERSON = {
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  orgs: column.json<(DemoOrg & { isSandbox: boolean })[]>().nullable(),
};

/** Demo mode's people, the sandbox's admin first. Throws 404 in every other mode. */
export async function unsafeListDemoPeople(): Promise<DemoPerson[]> {
  if (!isDemoMode()) throw notFound();
  const rows = await query(
    DEMO_PERSON,
    statement`select u.user_id, u.name, u.email, (
       select json_agg(json_build_object('orgId', m.org_id, 'name', o.name, 'isSandbox', o.is_sandbox,
         'role', m.role, 'isEngineer', exists (
           select from (${commandRoles(anyone(statement`u.user_id`), statement`o.org_id`)}) has where has.role = 'admin'))
         order by m.org_id)
       from membership m join org o on o.org_id = m.org_id
       where m.user_id = u.user_id and m.state = 'active') as orgs
     from "user" u where u.user_id like ${`${DEMO_ID_PREFIX}%`} order by u.created_at, u.user_id`,
  );
  return rows.map(({ user_id: userId, name, email, orgs }) => ({
    userId,
    name,
    email,
    orgs: (orgs ?? []).map((org, _, { length }) => ({
      orgId: org.orgId,
      name: shownOrgName(org, length === 1),
      role: org.role,
      isEngineer: org.isEngineer,
    })),
  }));
}

/**
 * The person whom the demo header names; signed out if it names nobody, or outside demo mode.
 *
 * @param orgId as in `actorOfSession`
 */
export async function actorOfDemoHeader(userId: string, orgId: string | null = null): Promise<Actor> {
  if (!isDemoMode() || !userId.startsWith(DEMO_ID_PREFIX)) return { kind: 'signedOut' };
  return unsafeActorOfUserId(userId, orgId);
}

/** Begins a session for a demo person, as `beginSession` does. Throws 404 if the person doesn't exist. */
export async function beginDemoSession(
  userId: string,
  joinToken: string | null,
  source: AuditSource,
): Promise<{ token: string; actor: Actor }> {
  const actor = await actorOfDemoHeader(userId);
  if (actor.kind === 'signedOut') throw notFound();
  const { name, email } = actor;
  const { token } = await beginSession(
    { issuer: DEMO_ISSUER, subject: userId, name, email, userId },
    joinToken,
    source,
  );
  return { token, actor };
}
