import { prisma } from '@/server/base/database/prisma';
import { fillSandbox, type MadeSample, type SampleSources } from '@/server/sandbox/fill-sandbox';
import { updateSampleConnections } from '@/server/sandbox/sample-credential';
import { demoPeople, SANDBOX_ORG_ID, seedPeople } from './demo-people';

/**
 * Creates the content of demo mode: its people, the sandbox, and commands for the sample sources. Safe to call at every
 * start: existing content is kept, with all changes.
 *
 * @returns the commands that this call created
 */
export async function seedDemo(sources: SampleSources): Promise<MadeSample[]> {
  await seedPeople();
  const { sampleDatabaseUrl, sampleApiUrl } = sources;
  if (sampleDatabaseUrl !== undefined) await updateSampleConnections('database', sampleDatabaseUrl);
  if (sampleApiUrl !== undefined) await updateSampleConnections('api', sampleApiUrl);
  const made = await fillSandbox(SANDBOX_ORG_ID, demoPeople.admin.userId, sources);
  await share(made.map(({ commandId }) => commandId));
  return made;
}

async function share(commandIds: readonly number[]): Promise<void> {
  await prisma().commandUserGrant.createMany({
    data: commandIds.flatMap((commandId) => [
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.engineer.userId, role: 'admin' as const },
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.runner.userId, role: 'runner' as const },
    ]),
  });
}
