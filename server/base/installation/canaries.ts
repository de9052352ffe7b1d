import statement from 'sql-template-tag';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { open, type SealingKey, seal } from '@/server/base/secrets/seal';

const PURPOSE = 'canary';
const TEXT = 'Pushboard';

/** A key of the ring isn't the one that the database knows under its id. */
export class KeyRingError extends Error {
  override readonly name = 'KeyRingError';

  readonly keyId: string;

  constructor({ id }: SealingKey) {
    super(
      `The key ${id} in ENCRYPTION_KEYS is not the key ${id} that this database was encrypted with. Put that key back: without it, saved passwords, waiting messages, and secret values can't be read. If it is lost, give the new key another id.`,
    );
    this.keyId = id;
  }
}

/**
 * Opens a known text under each key of the ring. Throws `KeyRingError` if a key doesn't open what the database has under its
 * id.
 *
 * @param opensOthers whether a key opens what an earlier version sealed under its id, which didn't have that text
 * @returns the keys that are new to the database
 */
export async function checkKeyRing(
  opensOthers: (key: SealingKey) => Promise<boolean>,
  keys: readonly SealingKey[] = env().encryptionKeys,
): Promise<SealingKey[]> {
  const rows = await query(
    { key_id: column.text, sealed: column.bytes },
    statement`select key_id, sealed from key_canary`,
  );
  const canaries = new Map(rows.map(({ key_id, sealed }) => [key_id, sealed]));
  for (const key of keys) {
    const canary = canaries.get(key.id);
    if (canary === undefined ? !(await opensOthers(key)) : !opens(canary, key)) throw new KeyRingError(key);
  }
  return keys.filter(({ id }) => !canaries.has(id));
}

/**
 * Checks the ring as `checkKeyRing` does, and seals the known text under its new keys. Only a start of Pushboard does: a
 * rotation takes it as proof that the running processes have the key.
 */
export async function registerKeyRing(
  opensOthers: (key: SealingKey) => Promise<boolean>,
  keys: readonly SealingKey[] = env().encryptionKeys,
): Promise<void> {
  for (const key of await checkKeyRing(opensOthers, keys)) {
    await execute(statement`insert into key_canary (key_id, sealed) values (${key.id}, ${seal(TEXT, PURPOSE, [key])})
      on conflict do nothing`);
  }
}

function opens(canary: Buffer, key: SealingKey): boolean {
  try {
    return open(canary, PURPOSE, [key]) === TEXT;
  } catch {
    return false;
  }
}
