import { prisma } from '@/server/base/database/prisma';
import { fillSandbox, type SampleSources } from '@/server/sandbox/fill-sandbox';
import { updateSampleConnections } from '@/server/sandbox/sample-credential';
import { demoPeople, SANDBOX_ORG_ID, seedPeople } from './demo-people';

/**
 * Creates the content of demo mode: its people, the sandbox, and commands for the sample sources. Safe to call at every
 * start: existing content is kept, with all changes.
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
