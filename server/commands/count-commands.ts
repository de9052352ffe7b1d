import { prisma } from '@/server/prisma';

/** How many commands an organization has, whoever may see them: to decide how to answer, never to tell. */
export const unsafeCountCommands = (orgId: string): Promise<number> =>
  prisma().command.count({ where: { orgId, deletedAt: null } });
