import { isDeepStrictEqual } from 'node:util';
import statement, { raw } from 'sql-template-tag';
import type { JsonValue } from '@/lib/json';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/types';
import { sealPurpose } from '@/server/credentials/open-credential';
import { checkConnection } from '@/server/credentials/save-credential';
import { withoutDocumentedExtras } from '@/server/credentials/try-connection';
import { type Sql, sql } from '@/server/db';
import { AppError, notFound } from '@/server/errors';
import { open } from '@/server/secrets/seal';
import { column, query } from '@/server/statements';

type Settings = Record<string, JsonValue>;

/** A saved connection with its secrets open. It stays in this process, and is never logged or sent. */
export interface SavedConnection {
  sourceKind: SourceKind;
  name: string;
  isBuiltin: boolean;
  version: number;
  connection: Settings;
}

const SAVED = {
  source_kind: column.textAs<SourceKind>(),
  name: column.text,
  is_builtin: column.boolean,
  version: column.int,
  settings: column.json<Settings>(),
  sealed_secrets: column.bytes.nullable(),
};

/** Another organization's, or a deleted one, is not found. */
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
  const secrets: Settings =
    row.sealed_secrets === null ? {} : JSON.parse(open(row.sealed_secrets, sealPurpose(orgId, credentialId)));
  return {
    sourceKind: row.source_kind,
    name: row.name,
    isBuiltin: row.is_builtin,
    version: row.version,
    connection: { ...row.settings, ...secrets },
  };
}

/** What a request says of a connection; null where it says nothing. A part of another type is refused. */
export function partOf(saved: SavedConnection, parts: Record<string, Settings | undefined>): Settings | null {
  const { credType } = connectorFor(saved.sourceKind);
  for (const [type, part] of Object.entries(parts)) {
    if (part === undefined || type === credType) continue;
    throw new AppError('invalid', `This connection has no "${type}" part, but "${credType}".`, {
      issues: [{ path: type, message: `Must be the part "${credType}"` }],
    });
  }
  const part = parts[credType];
  return part === undefined ? null : withoutDocumentedExtras(part);
}

/** What is answered instead of a secret, sent back. */
const isLeftAsSaved = (value: JsonValue): boolean =>
  [true, false].some((isSet) => isDeepStrictEqual(value, { is_set: isSet }));

/**
 * The connection as it is with what was changed. What is left out stays, null is taken away, and so a secret
 * stays that nobody fills in again. But a connection that goes to another place asks for each secret again
 * (400 with an issue for each): whoever may change an address must not get a secret sent to it.
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
  const left = Object.entries(merged).filter(([, value]) => value !== null);
  const connection = checkConnection(saved.sourceKind, connector.credType, Object.fromEntries(left));
  const isElsewhere = connector.addressKeys.some(
    (key) => !isDeepStrictEqual(connection[key], saved.connection[key]),
  );
  if (!isElsewhere) return connection;
  const isGiven = new Set(given.map(([key]) => key));
  const lost = connector.secretKeys.filter((key) => !isGiven.has(key) && isSecretSet(saved, key));
  const asked = lost.filter((key) => connector.emptiedKeys?.includes(key) !== true);
  if (asked.length === 0) {
    const left = Object.entries(connection).filter(([key]) => !lost.includes(key));
    return checkConnection(saved.sourceKind, connector.credType, Object.fromEntries(left));
  }
  throw new AppError(
    'invalid',
    'The connection goes to another place, so its secrets must be filled in again.',
    {
      issues: asked.map((key) => ({
        path: `${connector.credType}.${key}`,
        message: 'Fill this in again: the connection goes to another place',
      })),
    },
  );
}

/** What is saved of a record with its changed parts; nobody can read all of it back, so nobody has to send all of it. */
function mergedParts(saved: JsonValue | undefined, given: JsonValue): JsonValue {
  const before = isRecord(saved) ? saved : {};
  if (!isRecord(given)) return given === null ? before : given;
  const changed = Object.entries(given).map(([name, part]): [string, JsonValue] => {
    const own = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, isRecord(own) && isRecord(part) ? { ...own, ...part } : part];
  });
  const all = Object.entries({ ...before, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([, part]) => part !== null));
}

const isRecord = (value: JsonValue | undefined): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a secret holds more than what it is when nobody fills it in. */
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
