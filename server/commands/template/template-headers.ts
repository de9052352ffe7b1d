import statement from 'sql-template-tag';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { MissingKeyError, open, seal } from '@/server/base/secrets/seal';
import {
  type CallHeaders,
  clientHeaders,
  isHeaderName,
  isHeaderValue,
} from '@/server/connectors/_shared/http/call-headers';
import { connectorFor } from '@/server/connectors/registry';

// Any header may hold a secret, and nothing marks the ones that do. So all values are sealed, none is ever returned,
// and all are bound to the origin for which they were entered.

const mostHeaders = 50;
const longestValue = 8_000;

export const headersPurpose = (orgId: string, templateId: number): string =>
  `template-headers:${orgId}:${templateId}`;

/** Decrypts a template's headers for a call; null if there are none. */
export function openHeaders(orgId: string, templateId: number, sealed: Buffer | null): CallHeaders | null {
  return sealed === null ? null : JSON.parse(open(sealed, headersPurpose(orgId, templateId)));
}

/** The stored form of a template's headers. */
export interface StoredHeaders {
  header_names: string[];
  sealed_headers: Buffer | null;
}

/** The form to store, with the names of the headers whose value changed. */
export interface ChangedHeaders extends StoredHeaders {
  replaced: string[];
}

const headersSchema = z.record(
  z.string(),
  z.union([z.string().max(longestValue), z.strictObject({ is_set: z.literal(true) })]),
);

/**
 * Returns what to store after a request that lists all headers of a template. `{"is_set": true}` keeps a header's
 * value, unless the command now calls another origin than the one the value was entered for. Throws 400 for an invalid
 * header.
 */
export async function changedHeaders(
  tx: Sql,
  { orgId, templateId }: { orgId: string; templateId: number },
  before: StoredHeaders,
  sent: string | Record<string, JsonValue> | null,
): Promise<ChangedHeaders> {
  const headers = checked(sent);
  const names = Object.keys(headers);
  if (names.length === 0) return { header_names: [], sealed_headers: null, replaced: [] };
  const origin = await originOf(tx, orgId, templateId);
  const kept = names.filter((name) => typeof headers[name] !== 'string');
  const saved = keptHeaders(orgId, templateId, before.sealed_headers, kept);
  const values = Object.entries(headers).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, value];
    const current = saved !== null && Object.hasOwn(saved.values, name) ? saved.values[name] : undefined;
    if (saved === null || current === undefined) throw refused(name, 'Has no value yet');
    if (saved.origin !== origin) {
      throw refused(
        name,
        `Was filled in for ${saved.origin}, but the command now calls ${origin}. Fill it in again`,
      );
    }
    return [name, current];
  });
  const opened: CallHeaders = { origin, values: Object.fromEntries(values) };
  return {
    header_names: names,
    sealed_headers: seal(JSON.stringify(opened), headersPurpose(orgId, templateId)),
    replaced: names.filter((name) => typeof headers[name] === 'string'),
  };
}

/** What the values to keep are among. Throws 400 if they can't be opened anymore; then all must be replaced. */
function keptHeaders(
  orgId: string,
  templateId: number,
  sealed: Buffer | null,
  [name]: readonly string[],
): CallHeaders | null {
  if (name === undefined) return null;
  try {
    return openHeaders(orgId, templateId, sealed);
  } catch (error) {
    if (!(error instanceof MissingKeyError)) throw error;
    const { keyId } = error;
    throw refused(
      name,
      `Can't be read: the key "${keyId}" is missing from ENCRYPTION_KEYS. Fill it in again`,
    );
  }
}

function checked(sent: string | Record<string, JsonValue> | null): z.output<typeof headersSchema> {
  const read = headersSchema.safeParse(typeof sent === 'string' ? parsed(sent) : (sent ?? {}));
  if (!read.success) {
    const name = String(read.error.issues[0]?.path[0] ?? '');
    throw refused(name, `Must be one line of at most ${longestValue} characters`);
  }
  const names = Object.keys(read.data);
  if (names.length > mostHeaders) throw refused('', `Must be ${mostHeaders} headers at most`);
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(read.data)) {
    const lower = name.toLowerCase();
    if (!isHeaderName(name)) throw refused(name, 'Is not a valid header name');
    if (clientHeaders.has(lower)) throw refused(name, 'Is set by Pushboard itself');
    if (seen.has(lower)) throw refused(name, 'Listed twice');
    if (typeof value === 'string' && !isHeaderValue(value)) throw refused(name, 'Must be one line');
    seen.add(lower);
  }
  return read.data;
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw refused('', 'Must be a JSON object of header names and their values');
  }
}

/** Returns the origin that a template calls. Throws 422 if it doesn't use HTTP, or has no base URL yet. */
async function originOf(tx: Sql, orgId: string, templateId: number): Promise<string> {
  const [row] = await query(
    { source_kind: column.text, executable: column.json<JsonValue>(), settings: column.json<JsonValue>() },
    statement`select t.source_kind, t.executable, k.settings
     from template t join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
     where t.org_id = ${orgId} and t.template_id = ${templateId}`,
    tx,
  );
  if (row === undefined) throw new Error(`Template ${templateId} of ${orgId} has no connection`);
  const { connection, originOf: originAt } = connectorFor(row.source_kind);
  if (originAt === undefined) throw new AppError('impossible', 'Only commands of APIs have HTTP headers.');
  // The settings are enough: the address of a connection is not a secret.
  const origin = originAt(connection.parse(row.settings), row.executable);
  if (origin === null) {
    throw new AppError('impossible', 'This API has no base URL yet. Ask an admin to fill it in first.');
  }
  return origin;
}

function refused(name: string, message: string): AppError {
  const path = name === '' ? 'headers' : `headers.${name}`;
  return new AppError('invalid', `The headers are not valid: ${path} – ${message}`, {
    issues: [{ path, message }],
  });
}
