import { prisma } from '@/server/base/database/prisma';
import { type Answered, send } from '../app/http';
import type { MadeCommand } from './organizations';
import { people } from './people';

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

/**
 * Makes a change of a command. If it takes away what protects the command, another engineer approves that first. Returns
 * what the change was answered in the end.
 */
export async function withApproval(
  change: () => Promise<Answered>,
  { commandId }: MadeCommand,
  approver: string = people.engineer,
): Promise<Answered> {
  const answered = await change();
  if (answered.status !== 422) return answered;
  const waiting = await prisma().approvalRequest.findMany({
    where: { commandId, runCount: 0, state: 'waiting' },
  });
  for (const { orgId, approvalId } of waiting) {
    const path = `/${orgId}/kits/${commandId}/approvals/${approvalId}`;
    await send('POST', path, { as: approver, body: { isGranted: true } });
  }
  return change();
}
