import { z } from 'zod';
import { environmentName } from '../_shared/environment-name';
import { named } from '../_shared/named';
import { vaultReference } from '../_shared/vault-reference';

/** The values of libpq's `sslmode` that a connection may use. */
export const tlsModes = ['disable', 'prefer', 'require', 'verify-full'] as const;

const certificate = (title: string) =>
  z
    .string()
    .regex(/-----BEGIN /, 'Must be text that starts with -----BEGIN')
    .nullish()
    .meta({ title, multiline: true });

const tlsSchema = z.strictObject({
  mode: z.enum(tlsModes).default('prefer').meta({ title: 'Mode' }),
  /** Certificates (PEM) of accepted authorities; without them, those that the system trusts. */
  ca: certificate('CA certificate'),
  /** The client's certificate and private key (PEM), if the server requires them. */
  cert: certificate('Client certificate'),
  key: certificate('Client key'),
});

/** The settings of a connection to a Postgres database, in the order of the form. */
export const postgresConnectionSchema = z.strictObject({
  host: z.string().trim().min(1, 'Must name a host').max(255).meta({ title: 'Host' }),
  port: z.coerce.number().int().min(1).max(65535).default(5432).meta({ title: 'Port' }),
  databaseName: named('Must name a database').max(63).meta({ title: 'Database' }),
  username: named('Must name a user').max(63).meta({ title: 'Username' }),
  password: z.string().max(1000).default('').meta({ title: 'Password' }),
  /** The address of the secret in a key vault that holds the password. */
  azKeyVaultRef: vaultReference,
  env: environmentName,
  tls: tlsSchema
    .nullish()
    .transform((tls) => tls ?? { mode: 'prefer' as const })
    .meta({ title: 'TLS' }),
});

export type PostgresConnection = z.infer<typeof postgresConnectionSchema>;
