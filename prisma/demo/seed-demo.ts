import { prisma } from '@/server/prisma';
import { fillSandbox } from '@/server/sandbox/fill-sandbox';
import { updateSampleConnections } from '@/server/sandbox/sample-credential';
import { demoPeople, SANDBOX_ORG_ID, seedPeople } from './demo-people';

/**
 * Makes what demo mode shows: its people, the sandbox, and commands over the sample database. It can be
 * called at every start: what is there already is kept, with everything that was changed since.
 *
 * @param sampleDatabaseUrl how the sandbox's commands reach the sample database; without it there are none.
 */
export async function seedDemo({ sampleDatabaseUrl }: { sampleDatabaseUrl?: string }): Promise<void> {
  await seedPeople();
  if (sampleDatabaseUrl === undefined) return;
  await updateSampleConnections(sampleDatabaseUrl);
  await share(await fillSandbox(SANDBOX_ORG_ID, demoPeople.admin.userId, sampleDatabaseUrl));
}

async function share(commandIds: readonly number[]): Promise<void> {
  await prisma().commandUserGrant.createMany({
    data: commandIds.flatMap((commandId) => [
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.engineer.userId, role: 'admin' as const },
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.runner.userId, role: 'runner' as const },
    ]),
  });
}
