import { randomBytes } from 'node:crypto';
import { prisma } from '@/server/base/database/prisma';
import type { MadeCommand } from './organizations';

/** An error of a command, as the worker stores it. Returns its id. */
export async function createError(
  orgId: string,
  { commandId, templateId }: MadeCommand,
  userId: string,
): Promise<number> {
  const db = prisma();
  const { credentialId } = await db.template.findUniqueOrThrow({ where: { templateId } });
  const at = new Date();
  const { errorGroupId } = await db.errorGroup.create({
    data: {
      orgId,
      fingerprint: new Uint8Array(randomBytes(32)),
      version: 1,
      sourceKind: 'postgres',
      credentialId,
      title: 'relation "orders" does not exist',
      code: '42P01',
      isBadInput: false,
      state: 'open',
      stateSince: at,
      openedAt: at,
      runs: 1,
      firstAt: at,
      lastAt: at,
      lastRunId: 1,
    },
  });
  await db.errorHit.create({
    data: { orgId, errorGroupId, commandId, userId, runs: 1, firstAt: at, lastAt: at },
  });
  return errorGroupId;
}
