import { createHash } from 'node:crypto';
import { join } from 'node:path';
import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { column, outerJoined, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { MissingKeyError, open } from '@/server/base/secrets/seal';
import { documentsOf, noDocuments } from '@/server/connections/documents';
import { networkPolicy } from '@/server/connections/network-policy';
import { readerPlaces } from '@/server/connections/reader-places';
import { sourceMemory } from '@/server/connections/source-memory';
import { withVaultSecret } from '@/server/connections/vault-secrets';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { connectorFor, kindsThatCan } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';

export const storedShape = {
  credential_id: column.int,
  source_kind: column.textAs<SourceKind>(),
  settings: column.json<Record<string, JsonValue>>(),
  sealed_secrets: column.bytes.nullable(),
  is_builtin: column.boolean,
  version: column.int,
};
/** A credential as it is stored in the database. */
export type StoredCredential = RowOf<typeof storedShape>;

export const STORED_CREDENTIAL = statement`
  k.credential_id, k.source_kind, k.settings, k.sealed_secrets, k.is_builtin, k.version`;

/** The same for a row whose credential may have been deleted. */
export const storedCredentialShape = outerJoined(storedShape);

/** Returns null if the credential was deleted. */
export function storedCredentialOf(row: RowOf<typeof storedCredentialShape>): StoredCredential | null {
  const { credential_id, source_kind, settings, sealed_secrets, is_builtin, version } = row;
  if (credential_id === null || source_kind === null || is_builtin === null || version === null) return null;
  return { credential_id, source_kind, settings: settings ?? {}, sealed_secrets, is_builtin, version };
}

/** The purpose that a credential's secrets are sealed for. */
export const sealPurpose = (orgId: string, credentialId: number): string =>
  `credential:${orgId}:${credentialId}`;

/** A usable source: its connector, bound to an open connection. */
export interface OpenSource {
  connector: ReturnType<typeof connectorFor>;
  connection: unknown;
  context: ConnectorContext;
}

/** Decrypts a credential's secrets. Throws a `ConnectorError` if their key is missing. */
function settingsOf(orgId: string, stored: StoredCredential): Record<string, JsonValue> {
  if (stored.sealed_secrets === null) return stored.settings;
  try {
    const secrets = JSON.parse(open(stored.sealed_secrets, sealPurpose(orgId, stored.credential_id)));
    return { ...stored.settings, ...secrets };
  } catch (cause) {
    if (!(cause instanceof MissingKeyError)) throw cause;
    throw new ConnectorError(
      'invalid_connection',
      `The password and other secrets of this connection can't be opened: ${cause.reason}`,
      null,
      { cause },
    );
  }
}

/** A copy of a database runs at an address of its own. */
const installationAt = (appUrl: string): string =>
  createHash('sha256').update(appUrl).digest('hex').slice(0, 12).toUpperCase();

/**
 * What a connector may use for a connection; ids and version are 0 for one that isn't saved.
 *
 * @param userId the person for whom it is used; null if that isn't known
 */
export function contextFor(
  orgId: string | null,
  stored: Pick<StoredCredential, 'credential_id' | 'version' | 'is_builtin'>,
  userId: string | null = null,
): ConnectorContext {
  const { appUrl, awsEndpoint, azureLogin, credentialConcurrency, dataDir } = env();
  const { scriptInterpreters: interpreters, scriptLimits, scriptPackages, scriptNetwork: network } = env();
  return {
    installation: installationAt(appUrl),
    credsId: stored.credential_id,
    credsVersion: stored.version,
    isBuiltin: stored.is_builtin,
    network: networkPolicy(),
    memory: sourceMemory(orgId, userId),
    maximumSessions: orgId === null ? 1 : credentialConcurrency,
    cloud: { awsEndpoint, azureLogin },
    scripts: {
      interpreters,
      ...scriptLimits,
      ...scriptPackages,
      network,
      folder: join(dataDir, 'scripts'),
      takePlace: () => readerPlaces().take({ orgId: orgId ?? '', userId }, new AbortController().signal),
    },
    documents: orgId === null ? noDocuments : documentsOf(orgId, stored.credential_id),
  };
}

/**
 * Opens a credential with what is stored of it, without what it names in a key vault. The result stays in this process,
 * and is never logged or sent.
 */
export function openStored(orgId: string, stored: StoredCredential): OpenSource {
  const connector = connectorFor(stored.source_kind);
  return {
    connector,
    connection: connector.connection.parse(settingsOf(orgId, stored)),
    context: contextFor(orgId, stored),
  };
}

/**
 * Opens a credential for a call, with its secrets. The result stays in this process, and is never logged or sent.
 *
 * @param userId the person for whom it is used; null if that isn't known
 */
export async function openCredential(
  orgId: string,
  stored: StoredCredential,
  { userId = null, signal = null }: { userId?: string | null; signal?: AbortSignal | null } = {},
): Promise<OpenSource> {
  const connector = connectorFor(stored.source_kind);
  const settings = await filledIn(orgId, stored.source_kind, settingsOf(orgId, stored), signal);
  return {
    connector,
    connection: connector.connection.parse(settings),
    context: contextFor(orgId, stored, userId),
  };
}

/** The settings of a connection with the secret that it names in a key vault. Throws a `ConnectorError`. */
export const filledIn = (
  orgId: string,
  sourceKind: SourceKind,
  settings: Record<string, JsonValue>,
  signal: AbortSignal | null,
): Promise<Record<string, JsonValue>> =>
  withVaultSecret(sourceKind, settings, signal, async () => {
    const [reader] = await query(
      storedShape,
      statement`select ${STORED_CREDENTIAL} from credential k where k.org_id = ${orgId} and k.deleted_at is null
        and k.source_kind = any(${kindsThatCan('keyVault')}::text[]) order by k.credential_id desc limit 1`,
    );
    return reader === undefined ? null : openStored(orgId, reader);
  });

/** Loads and opens a credential whose use was already authorized. Throws `not_found` if it doesn't exist. */
export async function unsafeOpenCredential(orgId: string, credentialId: number): Promise<OpenSource> {
  const [stored] = await query(
    storedShape,
    statement`select ${STORED_CREDENTIAL} from credential k where k.org_id = ${orgId}
      and k.credential_id = ${credentialId} and k.deleted_at is null`,
  );
  if (stored === undefined) {
    throw new ConnectorError(
      'not_found',
      'The connection of this command was deleted. Ask an admin to add it again.',
    );
  }
  return openCredential(orgId, stored);
}
