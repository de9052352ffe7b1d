import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from '@/generated/prisma/client';
import { pool, type Sql } from '@/server/db';
import { processWide } from '@/server/process-wide';

/** Prisma over the process's one pool, for everything but the hot path of runs and the access queries. */
export const prisma = (): PrismaClient =>
  processWide('prisma', () => new PrismaClient({ adapter: new PrismaPg(pool()) }));

/** The same transaction for plain statements, such as the audit row that must commit with a change. */
export function sqlOf(tx: Prisma.TransactionClient): Sql {
  return {
    query: <Row>(text: string, values: readonly unknown[] = []) => tx.$queryRawUnsafe<Row[]>(text, ...values),
  };
}
