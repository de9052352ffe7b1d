import type { JsonValue } from '@/lib/base/json';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import type { Connector } from '@/server/connectors/types';

/** An open connection that reads secrets of key vaults. */
export interface VaultReader {
  connector: Connector<unknown>;
  connection: unknown;
  context: ConnectorContext;
}

type Settings = Record<string, JsonValue>;

/** The address of the secret in a key vault that a connection names; null if it names none. */
export function vaultReferenceOf(sourceKind: SourceKind, settings: Settings): string | null {
  const { vaultSecret } = connectorFor(sourceKind);
  const reference = vaultSecret === undefined ? null : settings[vaultSecret.reference];
  return typeof reference === 'string' && reference !== '' ? reference : null;
}

const isOffered = (reference: string): boolean =>
  env().keyVaults.includes(new URL(reference).origin.toLowerCase());

/** Throws 400 if a connection names a secret of a vault that the operator doesn't list. */
export function refuseForeignVault(sourceKind: SourceKind, part: string, settings: Settings): void {
  const reference = vaultReferenceOf(sourceKind, settings);
  if (reference === null || isOffered(reference)) return;
  const message = `Must be a secret of a vault that the people who run Pushboard listed in KEY_VAULTS; ${new URL(reference).origin} isn't one`;
  const path = `${part}.${connectorFor(sourceKind).vaultSecret?.reference}`;
  throw new AppError('invalid', `The connection is not complete: ${path} – ${message}`, {
    issues: [{ path, message }],
  });
}

/**
 * Fills in the secret that a connection names in a key vault. Throws a `ConnectorError` if it can't be read.
 *
 * @param findReader finds the organization's app registration; null without one
 */
export async function withVaultSecret(
  sourceKind: SourceKind,
  settings: Settings,
  signal: AbortSignal | null,
  findReader: () => Promise<VaultReader | null>,
): Promise<Settings> {
  const reference = vaultReferenceOf(sourceKind, settings);
  if (reference === null) return settings;
  // The operator may have removed the vault from the list since.
  if (!isOffered(reference)) {
    const message = `The vault of ${reference} is not in KEY_VAULTS. Ask the people who run Pushboard to list it.`;
    throw new ConnectorError('invalid_connection', message);
  }
  const reader = await findReader();
  if (reader?.connector.readVaultSecret === undefined) {
    const message =
      'The password is in a key vault, but this organization has no Azure app registration to read it with. Ask an admin to add one under Credentials.';
    throw new ConnectorError('invalid_connection', message);
  }
  const secret = await reader.connector.readVaultSecret(reader.connection, reader.context, reference, signal);
  return { ...settings, [connectorFor(sourceKind).vaultSecret?.fills ?? '']: secret };
}
