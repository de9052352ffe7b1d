import { isDeepStrictEqual } from 'node:util';
import statement, { raw } from 'sql-template-tag';
import { isJsonObject, type JsonValue } from '@/lib/base/json';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { MissingKeyError, open } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import { vaultReferenceOf } from '@/server/connections/vault-secrets';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import { checkConnection, refuseUnfilled } from '@/server/sources/connections/save-credential';
import { withoutDocumentedExtras } from '@/server/sources/connections/try-connection';

type Settings = Record<string, JsonValue>;

/** A saved connection with its secrets decrypted. It stays in this process, and is never logged or sent. */
export interface SavedConnection {
  sourceKind: SourceKind;
  name: string;
  isBuiltin: boolean;
  version: number;
  connection: Settings;
  /** Why `connection` has no secrets, although there are some: their key is missing. Null if they could be opened. */
  unopened: MissingKeyError | null;
}

const SAVED = {
  source_kind: column.textAs<SourceKind>(),
  name: column.text,
  is_builtin: column.boolean,
  version: column.int,
  settings: column.json<Settings>(),
  sealed_secrets: column.bytes.nullable(),
};

/** Throws 404 if the credential was deleted, or belongs to another organization. */
export async function readSaved(
  orgId: string,
  credentialId: number,
  db: Sql = sql,
  lock: '' | 'for update' = '',
): Promise<SavedConnection> {
  const [row] = await query(
    SAVED,
    statement`select source_kind, name, is_builtin, version, settings, sealed_secrets from credential
     where org_id = ${orgId} and credential_id = ${credentialId} and deleted_at is null ${raw(lock)}`,
    db,
  );
  if (row === undefined) throw notFound();
  const secrets = secretsIn(row.sealed_secrets, sealPurpose(orgId, credentialId));
  const isOpened = !(secrets instanceof MissingKeyError);
  return {
    sourceKind: row.source_kind,
    name: row.name,
    isBuiltin: row.is_builtin,
    version: row.version,
    connection: { ...row.settings, ...(isOpened && secrets) },
    unopened: isOpened ? null : secrets,
  };
}

function secretsIn(sealed: Buffer | null, purpose: string): Settings | MissingKeyError {
  if (sealed === null) return {};
  try {
    return JSON.parse(open(sealed, purpose));
  } catch (error) {
    if (error instanceof MissingKeyError) return error;
    throw error;
  }
}

/** The part of a request that changes a connection; null if there is none. Throws 400 for a part of another type. */
export function partOf(saved: SavedConnection, parts: Record<string, Settings | undefined>): Settings | null {
  const { credType, secretKeys } = connectorFor(saved.sourceKind);
  for (const [type, part] of Object.entries(parts)) {
    if (part === undefined || type === credType) continue;
    throw new AppError('invalid', `This connection has no "${type}" part, but "${credType}".`, {
      issues: [{ path: type, message: `Must be the part "${credType}"` }],
    });
  }
  const part = parts[credType];
  if (part === undefined) return null;
  const given = withoutDocumentedExtras(part);
  const isChanged = ([key, value]: [string, JsonValue]) =>
    !isLeftAsSaved(value) &&
    (secretKeys.includes(key) || !isDeepStrictEqual(value, saved.connection[key] ?? null));
  // What can't be opened stays as it is, unless something is changed.
  return saved.unopened !== null && !Object.entries(given).some(isChanged) ? null : given;
}

/** Whether a value is the placeholder that responses have instead of a secret. */
const isLeftAsSaved = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  typeof value.is_set === 'boolean' &&
  Object.keys(value).every((key) => key === 'is_set' || key === 'names');

/**
 * Applies changes to a connection. Omitted fields stay and null removes a field, so a secret that nobody enters again
 * stays. But if the connection leads to another place, every secret must be entered again (400 with an issue for each):
 * someone who can change an address must not have the saved secret sent there. If the saved secrets can't be opened, every
 * secret must be entered again, too, because the new ones replace them all; null stands for a secret that doesn't exist.
 */
export function changedConnection(saved: SavedConnection, part: Settings): Settings {
  const connector = connectorFor(saved.sourceKind);
  const given = Object.entries(part)
    .filter(([, value]) => !isLeftAsSaved(value))
    .map(([key, value]): [string, JsonValue] => [
      key,
      connector.mergedKeys?.includes(key) ? mergedParts(saved.connection[key], value) : value,
    ]);
  const merged = { ...saved.connection, ...Object.fromEntries(given) };
  const givenKeys = new Set(given.map(([key]) => key));
  refuseUnopened(saved, merged, givenKeys);
  const left = Object.entries(merged).filter(([, value]) => value !== null);
  const check = (entries: [string, JsonValue][]): Settings =>
    checkConnection(saved.sourceKind, connector.credType, Object.fromEntries(entries));
  const asGiven = check(left);
  refuseUnfilled(saved.sourceKind, asGiven, givenKeys);
  const cleared = connector.clearedKeys?.(connector.connection.parse(asGiven), givenKeys) ?? [];
  const connection = cleared.length === 0 ? asGiven : check(left.filter(([key]) => !cleared.includes(key)));
  const isElsewhere = connector.addressKeys.some(
    (key) => !isDeepStrictEqual(connection[key], saved.connection[key]),
  );
  if (!isElsewhere) return connection;
  const isGiven = new Set([...givenKeys, ...cleared]);
  // What was saved of a secret with several values would be sent there, too.
  const alone = Object.entries(part).flatMap(([key, value]): [string, JsonValue][] =>
    isGiven.has(key) && connector.secretKeys.includes(key) && connector.mergedKeys?.includes(key)
      ? [[key, mergedParts({}, value)]]
      : [],
  );
  const { vaultSecret } = connector;
  // A secret that is read from a key vault would be sent there, too.
  const secret = [
    ...(saved.unopened === null ? connector.secretKeys : []),
    ...(vaultSecret === undefined ? [] : [vaultSecret.reference]),
  ];
  const lost = secret.filter((key) => !isGiven.has(key) && isSecretSet(saved, key));
  const missing = lost.filter((key) => connector.emptiedKeys?.includes(key) !== true);
  if (missing.length === 0) {
    const kept = { ...connection, ...Object.fromEntries(alone) };
    const left = Object.entries(kept).filter(([key]) => !lost.includes(key));
    return check(left);
  }
  throw new AppError(
    'invalid',
    'The connection now leads to another server, so its secrets must be filled in again.',
    {
      issues: missing.map((key) => ({
        path: `${connector.credType}.${key}`,
        message: 'Fill this in again: the connection leads to another server',
      })),
    },
  );
}

/** Throws 400 with an issue for each secret that can't be opened, may be in use, and isn't given. */
function refuseUnopened(
  { sourceKind, unopened }: SavedConnection,
  changed: Settings,
  givenKeys: ReadonlySet<string>,
): void {
  if (unopened === null) return;
  const { credType, secretKeys, usedSecrets, vaultSecret } = connectorFor(sourceKind);
  const fromVault = vaultReferenceOf(sourceKind, changed) === null ? undefined : vaultSecret?.fills;
  const missing = (usedSecrets?.(changed) ?? secretKeys).filter(
    (key) => key !== fromVault && !givenKeys.has(key),
  );
  if (missing.length > 0) throw enterAgain(unopened, credType, missing);
}

/** @param keys the settings of the part that are missing */
export const enterAgain = ({ keyId }: MissingKeyError, part: string, keys: readonly string[]): AppError =>
  new AppError(
    'invalid',
    `The saved secrets can't be opened: the key "${keyId}" is missing from ENCRYPTION_KEYS. To change the connection, enter all of them again.`,
    {
      issues: keys.map((key) => ({
        path: `${part}.${key}`,
        message: "Enter this again: the saved value can't be opened",
      })),
    },
  );

/** Merges changed parts into a saved record. Clients can't read all of it, so they don't have to send all of it. */
function mergedParts(saved: JsonValue | undefined, given: JsonValue): JsonValue {
  const before = isJsonObject(saved) ? saved : {};
  if (!isJsonObject(given)) return given === null ? before : given;
  const changed = Object.entries(given).map(([name, part]): [string, JsonValue] => {
    const own = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, isJsonObject(own) && isJsonObject(part) ? { ...own, ...part } : part];
  });
  const all = Object.entries({ ...before, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([, part]) => part !== null));
}

/** Whether a secret has a value other than the one it has when nobody enters one. */
export function isSecretSet(
  { sourceKind, connection }: Pick<SavedConnection, 'sourceKind' | 'connection'>,
  key: string,
): boolean {
  const { [key]: value, ...others } = connection;
  const unset = connectorFor(sourceKind).connection.safeParse(others);
  if (!unset.success || typeof unset.data !== 'object' || unset.data === null) return true;
  const fallback = Object.entries(unset.data).find(([name]) => name === key)?.[1];
  return !isDeepStrictEqual(value, fallback);
}
