import type { Prisma } from '@/generated/prisma/client';
import type { JsonValue } from '@/lib/json';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/types';
import { sealPurpose } from '@/server/credentials/open-credential';
import { AppError } from '@/server/errors';
import { prisma, sqlOf } from '@/server/prisma';
import { seal } from '@/server/secrets/seal';

/** A connection that was checked for its form, its secrets still open. */
export interface NewCredential {
  orgId: string;
  sourceKind: SourceKind;
  name: string;
  forSync: boolean;
  forRuns: boolean;
  forResults: boolean;
  resourceId: string | null;
  connection: Record<string, JsonValue>;
  isBuiltin: boolean;
  createdByUserId: string | null;
}

/**
 * Checks a connection against its connector's schema and fills in what it leaves to a default. Throws 400
 * with an issue for each field, `{part}.{field}`.
 */
export function checkConnection(
  sourceKind: SourceKind,
  part: string,
  given: Record<string, JsonValue>,
): Record<string, JsonValue> {
  const checked = connectorFor(sourceKind).connection.safeParse(given);
  // By way of text, because what is not set must be absent rather than undefined.
  if (checked.success) return JSON.parse(JSON.stringify(checked.data));
  const issues = checked.error.issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: issue.message,
  }));
  throw new AppError(
    'invalid',
    `The connection is not complete: ${issues[0]?.path} – ${issues[0]?.message}`,
    { issues },
  );
}

/** What of a connection may be shown, and what is sealed. */
export function partSecrets(sourceKind: SourceKind, connection: Record<string, JsonValue>) {
  const secretKeys = new Set<string>(connectorFor(sourceKind).secretKeys);
  const entries = Object.entries(connection);
  return {
    settings: Object.fromEntries(entries.filter(([key]) => !secretKeys.has(key))),
    secrets: Object.fromEntries(entries.filter(([key]) => secretKeys.has(key))),
  };
}

/** Saves a connection with its secrets sealed, and the audit row that tells of it without them. */
export async function saveCredential(credential: NewCredential, audit: AuditSource): Promise<number> {
  const { settings, secrets } = partSecrets(credential.sourceKind, credential.connection);
  const { connection: _, ...columns } = credential;
  return prisma().$transaction(async (tx) => {
    const { credentialId } = await tx.credential.create({
      data: { ...columns, settings: settings as Prisma.InputJsonObject },
      select: { credentialId: true },
    });
    const sealed = seal(JSON.stringify(secrets), sealPurpose(credential.orgId, credentialId));
    await tx.credential.update({ where: { credentialId }, data: { sealedSecrets: Uint8Array.from(sealed) } });
    await recordAudit(sqlOf(tx), audit, {
      orgId: credential.orgId,
      action: 'credential.create',
      subjectType: 'credential',
      subjectId: String(credentialId),
      after: { name: credential.name, source_kind: credential.sourceKind, settings },
    });
    return credentialId;
  });
}
