import { prisma } from '@/server/prisma';
import { sampleCommands } from '@/server/sandbox/sample-commands';
import { connectSample } from '@/server/sandbox/sample-credential';
import { addCommand } from '@/server/sync/add-command';
import { openSource } from '@/server/sync/open-source';

const product = { actorUserId: null, requestId: null, address: null };

/**
 * Connects a sandbox to the sample database and makes its example commands. Those that are there already are kept,
 * with everything that was changed since.
 *
 * @param userId who the commands are made by
 * @returns the commands that were made now
 */
export async function fillSandbox(orgId: string, userId: string, databaseUrl: string): Promise<number[]> {
  const credentialId = await connectSample(orgId, databaseUrl);
  const existing = await prisma().template.findMany({
    where: { orgId, credentialId },
    select: { cloudId: true },
  });
  const known = new Set(existing.map(({ cloudId }) => cloudId));
  const source = await openSource(orgId, credentialId);
  const described = await source.use(async ({ connector, connection, context }) => {
    const found = await connector.discover(connection, context);
    const wanted = found.filter(
      ({ friendlyName, cloudId }) => sampleCommands[friendlyName] !== undefined && !known.has(cloudId),
    );
    return connector.describeAll(
      connection,
      context,
      wanted.map(({ cloudId }) => cloudId),
    );
  });
  const made: number[] = [];
  for (const template of described.values()) {
    const sample = sampleCommands[template.friendlyName];
    if (sample === undefined) continue;
    const { name, warningTag, runButtonText } = sample;
    const { commandId } = await addCommand({
      orgId,
      userId,
      credentialId,
      described: { ...template, friendlyName: name },
      audit: product,
    });
    const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
    await prisma().template.update({ where: { templateId }, data: { warningTag, runButtonText } });
    made.push(commandId);
  }
  return made;
}
