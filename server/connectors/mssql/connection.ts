import { z } from 'zod';
import { environmentName } from '../_shared/environment-name';
import { named } from '../_shared/named';
import { VAULT_TITLE, vaultReference } from '../_shared/vault-reference';

/** How a session is encrypted, from least to most. `strict` is TDS 8: TLS comes before anything else. */
export const encryptionModes = ['disable', 'require', 'verify-full', 'strict'] as const;

/** Who logs in: a login of the server, or an application of Microsoft Entra. */
export const authentications = ['sql', 'entra-application'] as const;

const entraOnly = { when: { authentication: ['entra-application'] } };
/** What a setting is called for an Entra application. */
const inEntra = (title: string) => ({ titleWhen: { authentication: { 'entra-application': title } } });

/** The settings of a connection to a SQL Server database, in the order of the form. */
export const mssqlConnectionSchema = z
  .strictObject({
    host: z.string().trim().min(1, 'Must name a host').max(255).meta({ title: 'Host' }),
    port: z.coerce.number().int().min(1).max(65535).default(1433).meta({ title: 'Port' }),
    databaseName: named('Must name a database').max(128).meta({ title: 'Database' }),
    authentication: z
      .enum(authentications)
      .default('sql')
      .meta({
        title: 'Authentication',
        labels: { sql: 'SQL Server login', 'entra-application': 'Microsoft Entra application' },
      }),
    tenantId: z
      .string()
      .trim()
      .regex(/^[\w.-]*$/, 'Must be the id or the domain of a tenant')
      .max(100)
      .nullish()
      .meta({
        title: 'Tenant ID',
        hint: "The directory (tenant) ID on the application's page in Entra, or a domain of the tenant",
        neededIfAsked: true,
        ...entraOnly,
      }),
    /** The login; for an Entra application, its client id. */
    username: named('Must name a user')
      .max(128)
      .meta({ title: 'Username', ...inEntra('Client ID') }),
    /** The login's password; for an Entra application, a client secret. */
    password: z
      .string()
      .max(1000)
      .default('')
      .meta({ title: 'Password', ...inEntra('Client secret') }),
    /** The address of the secret in a key vault that holds the password. */
    azKeyVaultRef: vaultReference.meta({
      title: VAULT_TITLE,
      part: 'Azure Key Vault',
      ...inEntra('Key Vault secret with the client secret'),
    }),
    env: environmentName,
    encryption: z
      .enum(encryptionModes)
      .default('require')
      .meta({
        title: 'Encryption',
        labels: {
          disable: 'None',
          require: 'Encrypt',
          'verify-full': 'Encrypt and verify the certificate',
          strict: 'Strict (TDS 8)',
        },
      }),
    /** Certificates (PEM) of accepted authorities; without them, those that the system trusts. */
    ca: z
      .string()
      .regex(/-----BEGIN /, 'Must be text that starts with -----BEGIN')
      .nullish()
      .meta({ title: 'CA certificate', multiline: true, when: { encryption: ['verify-full', 'strict'] } }),
    /** The address of Microsoft Entra, which differs between clouds. */
    authority: z
      .url({ protocol: /^https?$/, error: 'Must be an address such as https://login.microsoftonline.com' })
      .max(300)
      .default('https://login.microsoftonline.com')
      .meta({
        title: 'Entra address',
        hint: 'Change it only for national clouds, such as https://login.microsoftonline.us',
        ...entraOnly,
      }),
  })
  .refine(({ authentication, tenantId }) => authentication === 'sql' || Boolean(tenantId), {
    path: ['tenantId'],
    error: 'Must name a tenant',
  });

export type MssqlConnection = z.output<typeof mssqlConnectionSchema>;
