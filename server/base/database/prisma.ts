import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import { pool } from '@/server/base/database/db';
import { processWide } from '@/server/base/process-wide';

/** Prisma over the process's one pool, for everyday reads and writes in web. The worker loads none of it. */
export const prisma = (): PrismaClient =>
  processWide('prisma', () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
