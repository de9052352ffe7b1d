import { prisma } from '@/server/base/database/prisma';
import type { MadeCommand } from './organizations';

/** A run that waits for approval, as its request stores it. Returns the request's id. */
export async function createApproval(
  orgId: string,
  { commandId, templateId }: MadeCommand,
  userId: string,
): Promise<number> {
  const db = prisma();
  const hash = new Uint8Array(32);
  const ofOrg = { orgId, content: '{"inputs":[],"credentialId":1}', hash };
  const { definitionId } = await db.runDefinition.upsert({
    where: { orgId_hash: { orgId, hash } },
    update: {},
    create: ofOrg,
  });
  const { approvalId } = await db.approvalRequest.create({
    data: {
      orgId,
      commandId,
      askedByUserId: userId,
      runCount: 1,
      hash,
      commandVersion: 1,
      templateVersion: 1,
      credentialVersion: 1,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  const { runId } = await db.run.create({
    data: {
      orgId,
      commandId,
      templateId,
      startedByUserId: userId,
      queuedAt: new Date(),
      params: '{}',
      definitionId,
    },
  });
  await db.approvalRun.create({ data: { orgId, approvalId, runId, digest: hash } });
  return approvalId;
}
