import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { prisma } from '@/server/base/database/prisma';
import { connectSample } from '@/server/sandbox/sample-credential';
import type { ImportedOperation } from '@/server/sources/imports/operations/imported';
import { importOpenapi } from '@/server/sources/imports/operations/openapi/import-openapi';
import { saveDocument } from '@/server/sources/imports/store/save-document';

/** The name of the folder with its commands. */
export const SAMPLE_API_NAME = 'Support desk';

const product = { actorUserId: null, requestId: null, address: null };

/**
 * A sandbox's connection to the sample API, with the API's current description. It is stored like an uploaded one, but
 * with its own kind, so that no upload can replace it or take its title.
 */
export async function connectSampleApi(orgId: string, userId: string, apiUrl: string): Promise<number> {
  const credentialId = await connectSample(orgId, 'api', apiUrl);
  const text = readFileSync(resolve('prisma', 'demo', 'sample-api', 'openapi.yaml'), 'utf8');
  const filename = `support-desk-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.yaml`;
  const source =
    (await prisma().staticCommandSource.findFirst({ where: { orgId, credentialId, kind: 'sample' } })) ??
    (await prisma().staticCommandSource.create({
      data: { orgId, credentialId, kind: 'sample', title: SAMPLE_API_NAME, server: '', version: 0 },
    }));
  if (source.filename === filename) return credentialId;
  const { operations, ...head } = await importOpenapi(text);
  await saveDocument(
    {
      orgId,
      userId,
      kind: 'sample',
      filename,
      staticCommandSourceId: source.staticCommandSourceId,
      credentialId: null,
      usesExisting: false,
      audit: product,
    },
    { head, operations: oneByOne(operations) },
  );
  return credentialId;
}

async function* oneByOne(operations: readonly ImportedOperation[]): AsyncGenerator<string> {
  for (const operation of operations) yield JSON.stringify(operation);
}
