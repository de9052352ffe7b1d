import type { Prisma } from '@/generated/prisma/client';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { seal } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { restConnector } from '@/server/connectors/rest/connector';
import { keyForSandbox, sampleApiKeyHeader } from '@/server/sandbox/sample-api-key';
import { checkConnection, partSecrets, saveCredential } from '@/server/sources/connections/save-credential';

/** The sample sources of a sandbox. */
export type Sample = 'database' | 'api';

const connectors: Record<Sample, { kind: string; credType: string }> = {
  database: postgresConnector,
  api: restConnector,
};

const product = { actorUserId: null, requestId: null, address: null };

const names: Record<Sample, string> = { database: 'Sample shop', api: 'Support desk' };

/** The connection to a sample source, from its address. */
const connectionsOf: Record<Sample, (url: URL, orgId: string) => Record<string, JsonValue>> = {
  database: (url) => ({
    host: url.hostname,
    port: Number(url.port || 5432),
    databaseName: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    tls: { mode: 'disable' },
  }),
  api: (url, orgId) => ({
    apiBaseUrl: `${url.origin}/v1`,
    authType: 'api_key',
    apiKeyName: sampleApiKeyHeader,
    apiKeyIn: 'header',
    apiKey: keyForSandbox(decodeURIComponent(url.password), orgId),
  }),
};

function connectionOf(sample: Sample, address: string, orgId: string): Record<string, JsonValue> {
  const { kind, credType } = connectors[sample];
  return checkConnection(kind, credType, connectionsOf[sample](new URL(address), orgId));
}

/** Returns a sandbox's connection to a sample source, created if needed. */
export async function connectSample(orgId: string, sample: Sample, address: string): Promise<number> {
  const { kind } = connectors[sample];
  const existing = await prisma().credential.findFirst({
    where: { orgId, isBuiltin: true, sourceKind: kind },
  });
  if (existing !== null) return existing.credentialId;
  return saveCredential(
    {
      orgId,
      sourceKind: kind,
      name: names[sample],
      forSync: true,
      forRuns: true,
      forResults: false,
      resourceId: null,
      connection: connectionOf(sample, address, orgId),
      isBuiltin: true,
      createdByUserId: null,
    },
    product,
  );
}

/** Updates every sandbox's connections: the sample sources may have other ports after each start. */
export async function updateSampleConnections(sample: Sample, address: string): Promise<void> {
  const { kind } = connectors[sample];
  const samples = await prisma().credential.findMany({
    where: { isBuiltin: true, sourceKind: kind },
    select: { orgId: true, credentialId: true },
  });
  for (const { orgId, credentialId } of samples) {
    const { settings, secrets } = partSecrets(kind, connectionOf(sample, address, orgId));
    const sealed = seal(JSON.stringify(secrets), sealPurpose(orgId, credentialId));
    await prisma().credential.update({
      where: { credentialId },
      data: {
        settings: settings as Prisma.InputJsonObject,
        sealedSecrets: Uint8Array.from(sealed),
        version: { increment: 1 },
      },
    });
  }
}
