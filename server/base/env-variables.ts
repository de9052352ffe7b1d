import { resolve } from 'node:path';
import { z } from 'zod';
import { emailAddress } from '@/lib/wire/email-address';
import { environmentVariables } from './env-connections';
import { directoryVariables } from './env-directory';
import { issuerNames, signUpRule } from './env-issuers';
import {
  mailLimits,
  orgLimits,
  requestLimits,
  resultLimits,
  runLimits,
  scriptVariables,
  uploadLimits,
} from './env-limits';
import { resultStoreVariables } from './env-stores';
import {
  addressList,
  certificateFile,
  databaseAddress,
  flag,
  folder,
  host,
  hostList,
  keyRing,
  mailSender,
  mailServer,
  networkList,
  oneOf,
  originAddress,
  replicaAddress,
  sampleApiAddress,
  secretToken,
  webAddress,
  wholeNumber,
} from './env-values';

// Each variable has its text for docs/configuration.md, last in its chain of checks: `description`, in Markdown. The
// default comes from the check; `documentedDefault` replaces it if a start computes it. `npm run docs` writes the page.

const addressVariables = {
  PORT: wholeNumber(1, 65_535, 3000).meta({ description: 'The port to serve on.' }),
  HOST: host().optional().meta({
    description:
      'The address to listen on. Outside demo mode, the default is `0.0.0.0`: all addresses of this machine. Demo mode, where anyone can sign in as anyone, accepts only loopback addresses unless `DEMO_ALLOW_REMOTE` is set.',
    documentedDefault: '127.0.0.1',
  }),
  APP_URL: originAddress().optional().meta({
    description:
      'The address that people use; links contain it. It has no path: Pushboard is served at the root of its host.',
    documentedDefault: 'http://localhost:{PORT}',
  }),
  TRUSTED_PROXIES: addressList().meta({
    description:
      'Addresses or ranges of the proxies in front of Pushboard. Rate limits and the audit log trust `X-Forwarded-For` only from these.',
  }),
  DEMO_ALLOW_REMOTE: flag().meta({
    description: '`1` makes demo mode reachable from other machines.',
  }),
  DEMO_HOSTS: hostList().meta({
    description: 'More host names that demo mode answers to, separated by commas.',
  }),
  SAMPLE_DATABASE_URL: databaseAddress().optional().meta({
    description: "The sample database for the sandbox's commands. The embedded start sets it.",
  }),
  SAMPLE_API_URL: sampleApiAddress().optional().meta({
    description:
      "The sample API for the sandbox's commands, with the secret for its keys: `http://:secret@127.0.0.1:4000`. The embedded start sets it.",
  }),
  NODE_ENV: oneOf(['development', 'production', 'test'], 'development').meta({
    description: 'Set by the commands: `npm start` is `production`.',
  }),
};

const databaseVariables = {
  DATA_DIR: folder()
    .default(() => resolve('.data'))
    .meta({
      description: 'The folder for the embedded database, results, logs, and keys.',
      documentedDefault: './.data',
    }),
  DATABASE_URL: databaseAddress().meta({
    description:
      "Your own Postgres (15 or newer) for Pushboard's data, with [several hosts](operations.md#several-hosts-of-a-database) if it has standbys: `postgresql://user:password@host:5432/database`. Encode special characters in the user or password, as `encodeURIComponent` does: `@` is `%40`, `/` is `%2F`, `%` is `%25`, `?` is `%3F`, and `#` is `%23`. Without it, Pushboard starts an embedded one in `DATA_DIR`.",
  }),
  DATABASE_DIRECT_URL: databaseAddress().optional().meta({
    description:
      'The same database without a connection pooler in between, for notifications, locks, and migrations.',
    documentedDefault: '{DATABASE_URL}',
  }),
  DATABASE_OWNER_URL: databaseAddress().optional().meta({
    description:
      "The same database as the role that owns the tables, for migrations. The role of `DATABASE_URL` then owns nothing and can't change the audit log. The embedded start sets it.",
  }),
  DATABASE_REPLICA_URL: replicaAddress().optional().meta({
    description:
      'A standby of the same database, with one host, where web processes read history, analytics, the audit log, and their exports: see [operations.md](operations.md#a-read-replica).',
  }),
  DATABASE_REPLICA_SECONDS: wholeNumber(1, 60, 1).meta({
    description:
      'How far the standby of `DATABASE_REPLICA_URL` may be behind. A page waits at most this long for the standby to have what was saved before; after that, it is read from `DATABASE_URL`.',
  }),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000, 10).meta({
    description:
      'How many connections each process keeps to the database, and each web process to its standby.',
  }),
  DATABASE_STATEMENT_SECONDS: wholeNumber(1, 3600, 30).meta({
    description:
      "How long a statement on Pushboard's own database may take. A database that is silent for longer counts as out of reach, and the connection is given up. Work that nobody waits for has ten minutes.",
  }),
  ENCRYPTION_KEYS: keyRing().meta({
    description:
      'The keys that encrypt saved secrets, as `id:base64 of 32 bytes`, separated by commas. The first encrypts; all decrypt. The embedded start creates one in `DATA_DIR`; with `DATABASE_URL` you must set it: `echo "k1:$(openssl rand -base64 32)"`.',
  }),
};

const resultVariables = {
  RESULTS_DIR: folder().optional().meta({
    description: 'The folder for the results of runs.',
    documentedDefault: '{DATA_DIR}/results',
  }),
  ...resultStoreVariables,
  ...resultLimits,
};

const sourceVariables = {
  NETWORK_ALLOW: networkList().meta({
    description:
      "Addresses, ranges, or host names, separated by commas, that people's connections may reach although they are blocked by default: this machine, and private networks. It opens nothing else. Demo mode allows private networks, and this machine unless `DEMO_ALLOW_REMOTE` is set; `APP_ENV=private_ad` allows private networks.",
  }),
  ALERT_ALLOW: networkList().meta({
    description:
      'The same for the addresses that messages about scheduled jobs are sent to, such as a chat server of your own.',
  }),
  PROGRAM_ALLOW: networkList().meta({
    description: 'The same for the descriptions of programs that people connect ([mcp.md](mcp.md)).',
  }),
  AWS_ENDPOINT: webAddress().optional().meta({
    description:
      "Where connections to AWS send their calls instead of Amazon's public endpoints, such as a gateway of your own. Only these calls may go there. Pushboard's own AWS credentials come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or from the machine's role.",
  }),
  ...environmentVariables,
  ...uploadLimits,
};

const signInVariables = {
  PROVIDER_ALLOW: networkList().meta({
    description:
      'Addresses, ranges, or host names, separated by commas, of OpenID Connect providers without TLS or on this machine. It opens nothing to connections.',
  }),
  AUTH_MODE: oneOf(['demo', 'hosted', 'directory'], 'demo').meta({
    description:
      'How people sign in: `demo`, where anyone is one of four people; `hosted`, through your identity provider or by emailed links ([sign-in.md](sign-in.md)); or `directory`, with Microsoft Entra ID, whose users and groups are synced ([directory.md](directory.md)).',
  }),
  APP_ENV: oneOf(['saas_internal', 'saas_external', 'private_ad'], 'saas_internal').meta({
    description:
      '`saas_internal`, `saas_external`, or `private_ad`: which organization pages are shown, and who may create organizations.',
  }),
  OIDC_ISSUERS: issuerNames().meta({
    description:
      'The identity providers of hosted mode by names of your choice, separated by commas, such as `google,okta`. Each has `OIDC_{NAME}_ISSUER`, `OIDC_{NAME}_CLIENT_ID`, and `OIDC_{NAME}_CLIENT_SECRET`, and may have `OIDC_{NAME}_LABEL` and `OIDC_{NAME}_TRUST_EMAIL`.',
  }),
  SIGN_UP: signUpRule().meta({
    description:
      'Who may come in hosted mode: `invited`, `domains:example.com,example.org` for those and everyone with an address there, or `open`.',
  }),
  SIGN_IN_WINDOW: oneOf(['redirect', 'popup'], 'redirect').meta({
    description: "How the identity provider's pages open: `redirect` or `popup`.",
  }),
};

const mailVariables = {
  SMTP_URL: mailServer().optional().meta({
    description:
      'The mail server, such as `smtp://user:password@mail.example.com:587`, or `smtps://` for TLS from the start. Without it, messages stay in the outbox, where admins read them and copy their links.',
  }),
  SMTP_TLS: z.enum(['offered', 'required'], 'must be one of: offered, required').optional().meta({
    description:
      '`offered` upgrades an `smtp://` connection to TLS if the server offers it; `required` sends nothing without TLS. By default, TLS is required if `SMTP_URL` contains a password and points to another machine.',
  }),
  SMTP_CA_FILE: certificateFile().optional().meta({
    description:
      'A file of certificates (PEM) to trust in addition to the well-known ones, for a mail server whose certificate is self-signed or signed by your own authority.',
  }),
  MAIL_FROM: mailSender().optional().meta({
    description:
      'The sender of messages, such as `Pushboard <pushboard@example.com>`; required with `SMTP_URL`.',
  }),
  ...mailLimits,
};

const monitoringVariables = {
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info').meta({
    description: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, or `silent`.',
  }),
  METRICS_TOKEN: secretToken().optional().meta({
    description:
      'The token for `/metrics` and `/stats`, at least 16 characters. Without it, both addresses answer 404.',
  }),
  OPERATOR_KEY: secretToken().optional().meta({
    description:
      'What the operator signs in with on the diagnostics page, at least 16 characters ([diagnostics.md](diagnostics.md)). The embedded start creates one in the file `operator-key` of `DATA_DIR`; with `DATABASE_URL`, set one: `openssl rand -hex 24`.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress().optional().meta({
    description:
      'Where to send traces: an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318` ([operations.md](operations.md#traces)). Without it, nothing is traced.',
  }),
};

const linkVariables = {
  SUPPORT_EMAIL: emailAddress('must be an email address').optional().meta({
    description: 'The address that people are told to ask for help.',
  }),
  DOCS_URL: webAddress().optional().meta({
    description: 'The link to your documentation; hidden without one.',
  }),
  CALL_URL: webAddress().optional().meta({
    description: 'The link to book a call; hidden without one.',
  }),
  PRICING_URL: webAddress().optional().meta({
    description: 'The link to your prices; hidden without one.',
  }),
};

/** The variables by subject, in the order of docs/configuration.md. */
export const variableGroups: readonly { heading: string; variables: Readonly<Record<string, z.ZodType>> }[] =
  [
    { heading: 'Address and demo mode', variables: addressVariables },
    { heading: 'Data, database, and keys', variables: databaseVariables },
    { heading: 'Results', variables: resultVariables },
    { heading: 'Sources', variables: sourceVariables },
    { heading: 'Scripts on this server', variables: scriptVariables },
    { heading: 'People and sign-in', variables: signInVariables },
    { heading: 'Microsoft Entra ID', variables: directoryVariables },
    { heading: 'Organizations', variables: orgLimits },
    { heading: 'Mail', variables: mailVariables },
    { heading: 'Runs', variables: runLimits },
    { heading: 'Requests', variables: requestLimits },
    { heading: 'Logs, metrics, traces, and diagnostics', variables: monitoringVariables },
    { heading: 'Links in the workspace', variables: linkVariables },
  ];

/** Every variable that Pushboard reads, by name, with its format. */
export const variables = {
  ...addressVariables,
  ...databaseVariables,
  ...resultVariables,
  ...scriptVariables,
  ...sourceVariables,
  ...signInVariables,
  ...directoryVariables,
  ...mailVariables,
  ...runLimits,
  ...requestLimits,
  ...orgLimits,
  ...monitoringVariables,
  ...linkVariables,
};
