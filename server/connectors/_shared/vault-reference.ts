import { z } from 'zod';

/** What the field is called. */
export const VAULT_TITLE = 'Key Vault secret with the password';
const VAULT_HINT = 'Instead of a password: the address of a secret in Azure Key Vault';

/** The address of a secret in a key vault, as a field of a connection. Which vaults it may name is up to the operator. */
export const vaultReference = z
  .string()
  .trim()
  .regex(
    /^https?:\/\/[\w.:-]+\/secrets\/[\dA-Za-z-]{1,127}(\/[\da-f]{32})?\/?$/,
    'Must be the address of a secret, such as https://billing.vault.azure.net/secrets/database-password',
  )
  .nullish()
  .meta({ title: VAULT_TITLE, hint: VAULT_HINT, part: 'Azure Key Vault' });
