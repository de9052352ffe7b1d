import type { listDescriptions as listDescriptionsOperation } from '@/lib/contract/sources/imports';
import { prisma } from '@/server/base/database/prisma';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { importNotes } from '../operations/notes';

/** The uploaded descriptions of a connection, with their notes; single requests are not included. */
export async function listDescriptions({ subject, params }: Context<typeof listDescriptionsOperation>) {
  const credential = await prisma().credential.findFirst({
    where: { orgId: subject.orgId, credentialId: params.credsId, deletedAt: null },
    select: { credentialId: true },
  });
  if (credential === null) throw notFound();
  const sources = await prisma().staticCommandSource.findMany({
    where: { orgId: subject.orgId, credentialId: params.credsId, kind: { not: 'manual' } },
    orderBy: { staticCommandSourceId: 'asc' },
  });
  return sources.map(({ staticCommandSourceId, title, filename, uploadedAt, notes }) => ({
    staticCommandSourceId,
    title,
    filename,
    uploadedAt: uploadedAt.toISOString(),
    notes: importNotes.parse(notes),
  }));
}
