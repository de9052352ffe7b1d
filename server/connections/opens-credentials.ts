import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { open, type SealingKey, sealedStart } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';

/** Returns whether a key opens the newest connection secrets that were sealed under its id. True if nothing was. */
export async function opensCredentials(key: SealingKey): Promise<boolean> {
  const start = sealedStart(key);
  const [sealed] = await query(
    { org_id: column.text, credential_id: column.int, sealed_secrets: column.bytes },
    statement`select org_id, credential_id, sealed_secrets from credential
      where substring(sealed_secrets from 1 for ${start.length}) = ${start} order by credential_id desc limit 1`,
  );
  if (sealed === undefined) return true;
  try {
    open(sealed.sealed_secrets, sealPurpose(sealed.org_id, sealed.credential_id), [key]);
    return true;
  } catch {
    return false;
  }
}
