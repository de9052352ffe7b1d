import type { Actor } from '@/lib/access/vocabulary';
import type { demoPerson } from '@/lib/contract/people';
import type { Ours } from '@/lib/contract/wire';
import { orgNameOf } from '@/lib/orgs/org-names';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { sql, transaction } from '@/server/db';
import { env } from '@/server/env';
import { notFound } from '@/server/errors';
import { beginSession, unsafeActorOfUserId } from '@/server/identity/session';
import { acceptInvitation } from '@/server/invites/join-org';
import { ensureFirstOrg } from '@/server/orgs/insert-org';

/** The marker of the people that demo mode has; nobody else can be signed in as by name. */
export const DEMO_ID_PREFIX = 'demo-';

export const isDemoMode = (): boolean => env().authMode === 'demo';

/** Demo mode's people, the sandbox's admin first. Not found in every other mode. */
export async function unsafeListDemoPeople(): Promise<Ours<typeof demoPerson>[]> {
  if (!isDemoMode()) throw notFound();
  const rows = await sql.query<{
    user_id: string;
    name: string;
    email: string | null;
    orgs: { orgId: string; name: string; role: 'admin' | 'member' }[] | null;
  }>(
    `select u.user_id, u.name, u.email,
       (select json_agg(json_build_object('orgId', m.org_id, 'name', o.name, 'role', m.role) order by m.org_id)
          from membership m join org o on o.org_id = m.org_id where m.user_id = u.user_id and m.state = 'active') as orgs
     from "user" u where u.user_id like $1 order by u.created_at, u.user_id`,
    [`${DEMO_ID_PREFIX}%`],
  );
  return rows.map((row) => ({ userId: row.user_id, name: row.name, email: row.email, orgs: row.orgs ?? [] }));
}

/** The person that the demo header names; signed out where it names none, or outside demo mode. */
export async function actorOfDemoHeader(userId: string): Promise<Actor> {
  if (!isDemoMode() || !userId.startsWith(DEMO_ID_PREFIX)) return { kind: 'signedOut' };
  return unsafeActorOfUserId(userId);
}

/**
 * Begins a session for one of the demo people and answers its token.
 *
 * @param joinToken of an invitation to accept first: who is in an organization by it needs none of their own
 */
export async function beginDemoSession(
  userId: string,
  joinToken: string | null,
  source: AuditSource,
): Promise<{ token: string; actor: Actor }> {
  const actor = await actorOfDemoHeader(userId);
  if (actor.kind === 'signedOut') throw notFound();
  const { name } = actor;
  const token = await transaction(async (tx) => {
    await recordAudit(
      tx,
      { ...source, actorUserId: userId },
      {
        orgId: null,
        action: 'session.begin',
        subjectType: 'session',
        subjectId: userId,
      },
    );
    if (joinToken !== null) await acceptInvitation(tx, joinToken, { userId, name }, source);
    await ensureFirstOrg(tx, source, userId, orgNameOf(name));
    return beginSession(tx, userId);
  });
  return { token, actor };
}
