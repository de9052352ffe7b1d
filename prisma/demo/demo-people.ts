import { prisma } from '@/server/base/database/prisma';
import { DEMO_ID_PREFIX } from '@/server/base/demo-mode';

export const SANDBOX_ORG_ID = 'sandbox-1';
const OTHER_ORG_ID = 'northwind';

/**
 * The people of demo mode: the sandbox's admin first, then two of its members, then a person of another organization.
 */
export const demoPeople = {
  admin: { userId: `${DEMO_ID_PREFIX}dana`, name: 'Dana Lee', email: 'dana@pushboard.example' },
  engineer: { userId: `${DEMO_ID_PREFIX}jonas`, name: 'Jonas Okafor', email: 'jonas@pushboard.example' },
  runner: { userId: `${DEMO_ID_PREFIX}maria`, name: 'Maria Keller', email: 'maria@pushboard.example' },
  stranger: { userId: `${DEMO_ID_PREFIX}alex`, name: 'Alex Romero', email: 'alex@northwind.example' },
} as const;

/** Creates the two organizations and their people if they are missing. Existing ones stay as they are. */
export async function seedPeople(): Promise<void> {
  const db = prisma();
  const { admin, engineer, runner, stranger } = demoPeople;
  // One after the other, since they are shown in the order of their creation.
  for (const person of [admin, engineer, runner, stranger]) {
    // They know their way: the tour and the first steps are for people who are new.
    await db.user.upsert({
      where: { userId: person.userId },
      create: { ...person, tourEndedAt: new Date() },
      update: {},
    });
  }
  await seedOrg(SANDBOX_ORG_ID, 'Sandbox', 'sandbox', true);
  await seedOrg(OTHER_ORG_ID, 'Northwind', 'northwind', false);
  await db.membership.createMany({
    data: [
      { orgId: SANDBOX_ORG_ID, userId: admin.userId, role: 'admin', firstStepsClosedAt: new Date() },
      { orgId: SANDBOX_ORG_ID, userId: engineer.userId },
      { orgId: SANDBOX_ORG_ID, userId: runner.userId },
      { orgId: OTHER_ORG_ID, userId: stranger.userId, role: 'admin' },
    ],
    skipDuplicates: true,
  });
}

async function seedOrg(orgId: string, name: string, slug: string, isSandbox: boolean): Promise<void> {
  await prisma().org.upsert({
    where: { orgId },
    create: { orgId, name, isSandbox, slugs: { create: { slug } } },
    update: {},
  });
}
