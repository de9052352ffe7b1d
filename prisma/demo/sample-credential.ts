import type { Prisma } from '@/generated/prisma/client';
import { connectorFor } from '@/server/connectors/registry';
import { sealPurpose } from '@/server/credentials/open-credential';
import { checkConnection, saveCredential } from '@/server/credentials/save-credential';
import { prisma } from '@/server/prisma';
import { seal } from '@/server/secrets/seal';
import { SANDBOX_ORG_ID } from './demo-people';

export const SAMPLE_CREDENTIAL_NAME = 'Sample shop';

const product = { actorUserId: null, requestId: null, address: null };

function connectionOf(databaseUrl: string) {
  const url = new URL(databaseUrl);
  return checkConnection('postgres', 'db', {
    host: url.hostname,
    port: Number(url.port || 5432),
    databaseName: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    tls: { mode: 'disable' },
  });
}

/**
 * The sandbox's connection to the sample database. The embedded server may stand on another port at each
 * start, so the connection is brought up to date; its commands stay.
 */
export async function seedSampleCredential(databaseUrl: string): Promise<number> {
  const connection = connectionOf(databaseUrl);
  const existing = await prisma().credential.findFirst({
    where: { orgId: SANDBOX_ORG_ID, isBuiltin: true, sourceKind: 'postgres' },
  });
  if (existing === null) {
    return saveCredential(
      {
        orgId: SANDBOX_ORG_ID,
        sourceKind: 'postgres',
        name: SAMPLE_CREDENTIAL_NAME,
        forSync: true,
        forRuns: true,
        forResults: false,
        resourceId: null,
        connection,
        isBuiltin: true,
        createdByUserId: null,
      },
      product,
    );
  }
  const { credentialId } = existing;
  const isSecret = (key: string) => connectorFor('postgres').secretKeys.includes(key);
  const entries = Object.entries(connection);
  const secrets = Object.fromEntries(entries.filter(([key]) => isSecret(key)));
  const sealed = seal(JSON.stringify(secrets), sealPurpose(SANDBOX_ORG_ID, credentialId));
  await prisma().credential.update({
    where: { credentialId },
    data: {
      settings: Object.fromEntries(entries.filter(([key]) => !isSecret(key))) as Prisma.InputJsonObject,
      sealedSecrets: Uint8Array.from(sealed),
      version: { increment: 1 },
    },
  });
  return credentialId;
}
