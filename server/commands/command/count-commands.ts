import { prisma } from '@/server/base/database/prisma';

/**
 * Returns how many commands an organization has, visible to the caller or not. Use it to decide how to load a list;
 * never show it.
 */
export const unsafeCountCommands = (orgId: string): Promise<number> =>
  prisma().command.count({ where: { orgId, deletedAt: null } });
