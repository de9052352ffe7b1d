import type { WarningTag } from '@/generated/prisma/client';
import {
  openCredential,
  STORED_CREDENTIAL,
  type StoredCredential,
} from '@/server/credentials/open-credential';
import { sql } from '@/server/db';
import { prisma } from '@/server/prisma';
import { addCommand } from '@/server/sync/add-command';
import { demoPeople, SANDBOX_ORG_ID, seedPeople } from './demo-people';
import { sampleCommands } from './sample-commands';
import { seedSampleCredential } from './sample-credential';

/**
 * Makes what demo mode shows: its people, the sandbox, and commands over the sample database. It can be
 * called at every start: what is there already is kept, with everything that was changed since.
 *
 * @param sampleDatabaseUrl how the sandbox's commands reach the sample database; without it there are none.
 */
export async function seedDemo({ sampleDatabaseUrl }: { sampleDatabaseUrl?: string }): Promise<void> {
  await seedPeople();
  if (sampleDatabaseUrl !== undefined) await seedCommands(await seedSampleCredential(sampleDatabaseUrl));
}

async function seedCommands(credentialId: number): Promise<void> {
  const [stored] = await sql.query<StoredCredential>(
    `select ${STORED_CREDENTIAL} from credential k where k.org_id = $1 and k.credential_id = $2`,
    [SANDBOX_ORG_ID, credentialId],
  );
  if (stored === undefined) throw new Error('The sample credential was not saved');
  const { connector, connection, context } = openCredential(SANDBOX_ORG_ID, stored);
  const existing = await prisma().template.findMany({
    where: { orgId: SANDBOX_ORG_ID, credentialId },
    select: { cloudId: true },
  });
  const known = new Set(existing.map(({ cloudId }) => cloudId));
  for (const found of await connector.discover(connection, context)) {
    const sample = sampleCommands[found.friendlyName];
    if (sample === undefined || known.has(found.cloudId)) continue;
    const described = await connector.describe(connection, context, found.cloudId);
    const { commandId } = await addCommand({
      orgId: SANDBOX_ORG_ID,
      userId: demoPeople.admin.userId,
      credentialId,
      described: { ...described, friendlyName: sample.name },
      audit: { actorUserId: null, requestId: null, address: null },
    });
    await configure(commandId, sample.warningTag, sample.runButtonText);
    await share(commandId);
  }
  await connector.close();
}

async function configure(
  commandId: number,
  warningTag: WarningTag | null,
  runButtonText: string | null,
): Promise<void> {
  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  await prisma().template.update({ where: { templateId }, data: { warningTag, runButtonText } });
}

async function share(commandId: number): Promise<void> {
  await prisma().commandUserGrant.createMany({
    data: [
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.engineer.userId, role: 'admin' },
      { orgId: SANDBOX_ORG_ID, commandId, userId: demoPeople.runner.userId, role: 'runner' },
    ],
  });
}
