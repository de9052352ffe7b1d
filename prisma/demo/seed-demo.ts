import { prisma } from '@/server/prisma';
import { fillSandbox, type SampleSources } from '@/server/sandbox/fill-sandbox';
import { updateSampleConnections } from '@/server/sandbox/sample-credential';
import { demoPeople, SANDBOX_ORG_ID, seedPeople } from './demo-people';

/**
 * Makes what demo mode shows: its people, the sandbox, and commands over the sample sources. It can be
 * called at every start: what is there already is kept, with everything that was changed since.
 */
export async function seedDemo(sources: SampleSources): Promise<void> {
  await seedPeople();
  const { sampleDatabaseUrl, sampleApiUrl } = sources;
  if (sampleDatabaseUrl !== undefined) await updateSampleConnections('database', sampleDatabaseUrl);
  if (sampleApiUrl !== undefined) await updateSampleConnections('api', sampleApiUrl);
  await share(await fillSandbox(SANDBOX_ORG_ID, demoPeople.admin.userId, sources));
}

async function share(commandIds: readonly number[]): Promise<void> {
  await prisma().commandUserGrant.createMany({
    data: commandIds.flatMap((commandId) => [
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.engineer.userId, role: 'admin' as const },
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.runner.userId, role: 'runner' as const },
    ]),
  });
}
