import { Client } from 'pg';
import { writableAddress } from '@/server/base/database/several-hosts';
import { hasRawPassword, RAW_PASSWORD } from '@/server/base/env-values';

const CONNECT_MS = 10_000;

/** The database of a variable can't be opened: a wrong password, role, or name, or nothing answers at its address. */
export class OpeningError extends Error {
  override readonly name = 'OpeningError';

  constructor(
    readonly variable: string,
    cause: unknown,
  ) {
    super(`The database in ${variable} can't be opened: ${reasonOf(cause)}`, { cause });
  }
}

/** A name with several addresses fails with an error for each, and no words of its own. */
function reasonOf(cause: unknown): string {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message || first.name : String(first);
}

/**
 * Opens the database of an address once, and returns the address of the host that takes changes, of those in it.
 *
 * @param variable the one that the address comes from
 * @throws OpeningError
 */
export async function openedAddress(url: string, variable: string): Promise<string> {
  if (hasRawPassword(url)) throw new OpeningError(variable, new Error(`its address ${RAW_PASSWORD}`));
  try {
    const address = await writableAddress(url);
    const client = new Client({
      connectionString: address,
      application_name: 'pushboard start',
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on('error', () => undefined);
    await client.connect().finally(() => client.end());
    return address;
  } catch (error) {
    throw new OpeningError(variable, error);
  }
}
