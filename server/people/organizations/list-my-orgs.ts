import type { listMyOrgs as listMyOrgsOperation, org } from '@/lib/contract/people/people';
import type { Decoded } from '@/lib/wire/wire';
import { prisma } from '@/server/base/database/prisma';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

/** Returns the organizations a person belongs to or is invited to, by name. */
export async function unsafeListOrgsOf(userId: string): Promise<Decoded<typeof org>[]> {
  const memberships = await prisma().membership.findMany({
    where: { userId, state: { in: ['active', 'pending'] } },
    include: { org: { include: { slugs: { orderBy: { slug: 'asc' } }, directory: true } } },
    orderBy: { org: { name: 'asc' } },
  });
  // Organizations are read after the memberships: one that was deleted in between is gone.
  const present = memberships.filter(({ org }) => (org as typeof org | null) !== null);
  return present.map(({ role, state, org }) => ({
    orgId: org.orgId,
    name: org.name,
    slugs: org.slugs.map(({ slug, isActive }) => ({ slug, isActive })),
    isSandbox: org.isSandbox,
    isDemo: false,
    isPendingToOrg: state === 'pending',
    blobLocation: null,
    requiredIssuer: org.requiredIssuer,
    inactivityHours: org.inactivityHours,
    role,
    adAdminEmails: role === 'admin' && state === 'active' ? (org.directory?.adminEmails ?? null) : null,
  }));
}

/** Returns one of them. Throws 404 if the person is not in it. */
export async function readOrgOf(userId: string, orgId: string): Promise<Decoded<typeof org>> {
  const found = (await unsafeListOrgsOf(userId)).find((each) => each.orgId === orgId);
  if (found === undefined) throw notFound();
  return found;
}

export async function listMyOrgs({ actor }: Context<typeof listMyOrgsOperation>) {
  return unsafeListOrgsOf(actor.userId);
}
