import type {
  bulkDiff as bulkDiffOperation,
  findAdditions as findAdditionsOperation,
  readDiff as readDiffOperation,
} from '@/lib/contract/sources/sync';
import { prisma } from '@/server/base/database/prisma';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { lookAgain } from '@/server/sources/forecast/look-soon';
import { type Comparer, inTurn } from '@/server/sources/sync/compare-places';
import type { ComparedSource } from '@/server/sources/sync/compare-source';
import { errorRow } from '@/server/sources/sync/diff-row';
import { type Diff, diffSource, emptyDiff, findNew } from '@/server/sources/sync/diff-source';

export function findAdditions(asked: Context<typeof findAdditionsOperation>): Promise<Diff> {
  const { credentialId } = asked.body;
  return inTurn(comparerOf(asked), () =>
    findNew(asked.subject.orgId, { credentialId, staticCommandSourceId: null }),
  );
}

const comparerOf = ({
  actor,
  subject,
  signal,
}: {
  actor: { userId: string };
  subject: { orgId: string };
  signal: AbortSignal;
}): Comparer => ({ orgId: subject.orgId, userId: actor.userId, signal });

export async function readDiff(asked: Context<typeof readDiffOperation>): Promise<Diff> {
  const { actor, subject, params } = asked;
  const target = { credentialId: params.credsId, staticCommandSourceId: null };
  const diff = await inTurn(comparerOf(asked), () => diffSource(actor, subject.orgId, target));
  await lookAgain(subject.orgId, params.credsId);
  return diff;
}

/** Reads each connection separately: one that fails becomes an error row among the results of the others. */
export async function bulkDiff(asked: Context<typeof bulkDiffOperation>): Promise<Diff> {
  const { actor, subject, body } = asked;
  const whole = emptyDiff();
  for (const looked of distinct(body)) {
    try {
      const part = await inTurn(comparerOf(asked), () => diffSource(actor, subject.orgId, looked));
      for (const key of Object.keys(whole) as (keyof Diff)[]) whole[key].push(...part[key]);
    } catch (error) {
      // A connection that doesn't exist has no name to show.
      if (!(error instanceof AppError) || error.code === 'not_found') throw error;
      whole.error.push(errorRow(await nameOf(subject.orgId, looked.credentialId), error.message));
    }
  }
  return whole;
}

function distinct(
  requested: readonly { credentialId: number; staticCommandSourceId?: number | null | undefined }[],
): ComparedSource[] {
  const sources = requested.map(({ credentialId, staticCommandSourceId = null }) => ({
    credentialId,
    staticCommandSourceId,
  }));
  return [...new Map(sources.map((each) => [JSON.stringify(each), each])).values()];
}

async function nameOf(orgId: string, credentialId: number): Promise<string> {
  const credential = await prisma().credential.findUnique({
    where: { orgId_credentialId: { orgId, credentialId } },
    select: { name: true },
  });
  return credential?.name ?? '';
}
