import type { Prisma } from '@/generated/prisma/client';
import { connectorFor } from '@/server/connectors/registry';
import { sealPurpose } from '@/server/credentials/open-credential';
import { checkConnection, saveCredential } from '@/server/credentials/save-credential';
import { prisma } from '@/server/prisma';
import { seal } from '@/server/secrets/seal';

const SAMPLE_CREDENTIAL_NAME = 'Sample shop';

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

/** A sandbox's connection to the sample database, made where it has none yet. */
export async function connectSample(orgId: string, databaseUrl: string): Promise<number> {
  const existing = await prisma().credential.findFirst({
    where: { orgId, isBuiltin: true, sourceKind: 'postgres' },
  });
  if (existing !== null) return existing.credentialId;
  return saveCredential(
    {
      orgId,
      sourceKind: 'postgres',
      name: SAMPLE_CREDENTIAL_NAME,
      forSync: true,
      forRuns: true,
      forResults: false,
      resourceId: null,
      connection: connectionOf(databaseUrl),
      isBuiltin: true,
      createdByUserId: null,
    },
    product,
  );
}

/** The embedded server may stand on another port at each start, so every sandbox's connection follows it. */
export async function updateSampleConnections(databaseUrl: string): Promise<void> {
  const isSecret = (key: string) => connectorFor('postgres').secretKeys.includes(key);
  const entries = Object.entries(connectionOf(databaseUrl));
  const secrets = Object.fromEntries(entries.filter(([key]) => isSecret(key)));
  const settings = Object.fromEntries(entries.filter(([key]) => !isSecret(key))) as Prisma.InputJsonObject;
  const samples = await prisma().credential.findMany({
    where: { isBuiltin: true, sourceKind: 'postgres' },
    select: { orgId: true, credentialId: true },
  });
  for (const { orgId, credentialId } of samples) {
    const sealed = seal(JSON.stringify(secrets), sealPurpose(orgId, credentialId));
    await prisma().credential.update({
      where: { credentialId },
      data: { settings, sealedSecrets: Uint8Array.from(sealed), version: { increment: 1 } },
    });
  }
}
