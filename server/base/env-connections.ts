import { z } from 'zod';
import { issuerNames } from './env-issuers';

/** A database that the operator configured for an organization. */
export interface EnvironmentDatabase {
  /** Its name in the variables, in lower case. */
  name: string;
  /** As the documents call it in `databaseSystem`. */
  system: string;
  /** The connection, by the keys of the documents' `db` part. */
  part: Record<string, string>;
}

/** The variables with what an organization may import as its connections. docs/operations.md describes them. */
export const environmentVariables = {
  ENVIRONMENT_ORG: z.string().max(100).optional().meta({
    description:
      'The id of the organization that may import connections from variables; see [operations.md](operations.md#connections-from-the-environment).',
  }),
  ENVIRONMENT_DATABASES: issuerNames().meta({
    description:
      'Names of databases, separated by commas. Each has its address in `ENVIRONMENT_DATABASE_{NAME}`.',
  }),
  KEY_VAULTS: vaultList().meta({
    description:
      'The Azure key vaults that connections may name secrets of, separated by commas, such as `https://acme.vault.azure.net`.',
  }),
};

/** Addresses of key vaults, with commas between them; none by default. */
function vaultList() {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim().replace(/\/+$/, '').toLowerCase())
        .filter((item) => item !== ''),
    )
    .refine(
      (items) => items.every((item) => /^https:\/\/[a-z0-9.-]+$|^http:\/\/127\.0\.0\.1:\d+$/.test(item)),
      'must be addresses of key vaults, with commas between them, such as https://billing.vault.azure.net',
    )
    .default([]);
}

const variableOf = (name: string): string => `ENVIRONMENT_DATABASE_${name.toUpperCase()}`;

/**
 * Reads the variable of each named database.
 *
 * @returns the databases, and what is wrong by variable
 */
export function readEnvironmentDatabases(
  names: readonly string[],
  source: Readonly<Record<string, string>>,
): { databases: EnvironmentDatabase[]; complaints: Map<string, string> } {
  const complaints = new Map<string, string>();
  const databases = names.flatMap((name) => {
    const database = readDatabase(name, source[variableOf(name)] ?? '');
    if (database !== null) return database;
    complaints.set(
      variableOf(name),
      'must be the address of a database, such as postgres://user:password@host:5432/database',
    );
    return [];
  });
  return { databases, complaints };
}

function readDatabase(name: string, address: string): EnvironmentDatabase | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(address);
  const system = /^(postgres|mssql)(?:ql)?:$/.exec(protocol)?.[1];
  if (system === undefined || hostname === '' || username === '' || pathname.length < 2) return null;
  const part: Record<string, string> = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    databaseName: decodeURIComponent(pathname.slice(1)),
    username: decodeURIComponent(username),
    ...Object.fromEntries(searchParams),
  };
  if (port !== '') part.port = port;
  if (password !== '') part.password = decodeURIComponent(password);
  return { name, system, part };
}
