import { join } from 'node:path';
import { z } from 'zod';
import { type EnvironmentDatabase, readEnvironmentDatabases } from './env-connections';
import { appRegistrationOf, directoryOf, missingDirectoryVariables } from './env-directory';
import { type Issuer, issuerNames, readIssuers, readSignUp } from './env-issuers';
import { environmentStoreOf, missingStoreVariables, resultStoreOf } from './env-stores';
import { loopbackHosts, networkList, withoutBlanks } from './env-values';
import { variables } from './env-variables';
import { processWide } from './process-wide';

/** Returns whether an address holds a password that others could read on the network. */
function hasPassword(address: string): boolean {
  const { password, hostname } = new URL(address);
  return password !== '' && !loopbackHosts.includes(hostname.replace(/^\[|\]$/g, ''));
}

/** Returns whether the owner's address names another role than the app's own. */
function isAnotherRole(
  ownerUrl: string,
  app: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string | undefined },
): boolean {
  const [owner, own] = [ownerUrl, app.DATABASE_DIRECT_URL ?? app.DATABASE_URL].map(
    (address) => new URL(address).username,
  );
  return owner !== '' && own !== '' && owner !== own;
}

/** A rule runs if the variables that it reads are valid, whatever is wrong with others: so all mistakes are told at once. */
const ifValid = (...names: (keyof typeof variables)[]) => ({
  when: ({ issues }: { issues: readonly { path?: PropertyKey[] | undefined }[] }): boolean =>
    !issues.some(({ path }) => names.some((name) => name === path?.[0])),
});

const schema = z
  .object(variables)
  .refine(
    (read) =>
      read.AUTH_MODE !== 'demo' ||
      read.HOST === undefined ||
      loopbackHosts.includes(read.HOST) ||
      read.DEMO_ALLOW_REMOTE,
    {
      ...ifValid('AUTH_MODE', 'HOST', 'DEMO_ALLOW_REMOTE'),
      path: ['HOST'],
      message:
        'may only be 127.0.0.1, localhost or ::1 in demo mode, where anyone may sign in as anyone; set DEMO_ALLOW_REMOTE=1 to open it to others anyway',
    },
  )
  .refine(
    (read) => read.AUTH_MODE !== 'hosted' || read.OIDC_ISSUERS.length > 0 || read.SMTP_URL !== undefined,
    {
      ...ifValid('AUTH_MODE', 'OIDC_ISSUERS', 'SMTP_URL'),
      path: ['AUTH_MODE'],
      message:
        'is hosted, but nobody could sign in: set OIDC_ISSUERS to use your identity provider, or SMTP_URL and MAIL_FROM to send sign-in links; docs/sign-in.md says how',
    },
  )
  .refine((read) => read.DATABASE_OWNER_URL === undefined || isAnotherRole(read.DATABASE_OWNER_URL, read), {
    ...ifValid('DATABASE_OWNER_URL', 'DATABASE_URL', 'DATABASE_DIRECT_URL'),
    path: ['DATABASE_OWNER_URL'],
    message: 'must log in as another role than DATABASE_URL, and both must name their roles',
  })
  .refine((read) => read.SMTP_URL === undefined || read.MAIL_FROM !== undefined, {
    ...ifValid('SMTP_URL', 'MAIL_FROM'),
    path: ['MAIL_FROM'],
    message: "must be the sender's address, since SMTP_URL is set",
  })
  .superRefine(
    (read, context) => {
      for (const issue of missingDirectoryVariables(read)) context.addIssue({ code: 'custom', ...issue });
    },
    ifValid('AUTH_MODE', 'AD_ADMIN_EMAILS'),
  )
  .superRefine((read, context) => {
    for (const issue of missingStoreVariables(read)) context.addIssue({ code: 'custom', ...issue });
  }, ifValid('RESULT_STORE'))
  .transform((read) => ({
    nodeEnv: read.NODE_ENV,
    port: read.PORT,
    host: read.HOST ?? (read.AUTH_MODE === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    appUrl: read.APP_URL ?? `http://localhost:${read.PORT}`,
    dataDir: read.DATA_DIR,
    resultsDir: read.RESULTS_DIR ?? join(read.DATA_DIR, 'results'),
    /** Where results are kept; null for `resultsDir`. */
    resultStore: resultStoreOf(read),
    databaseUrl: read.DATABASE_URL,
    /** The same database without a pooler in between: for LISTEN, advisory locks, and migrations. */
    databaseDirectUrl: read.DATABASE_DIRECT_URL ?? read.DATABASE_URL,
    /** The same database, as the role that owns the schema; undefined where the app's own role owns it. */
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    /** A standby of it, where much is read; null without one. */
    databaseReplicaUrl: read.DATABASE_REPLICA_URL ?? null,
    /** How far the standby may be behind. */
    databaseReplicaMs: read.DATABASE_REPLICA_SECONDS * 1000,
    databasePoolSize: read.DATABASE_POOL_SIZE,
    databaseStatementMs: read.DATABASE_STATEMENT_SECONDS * 1000,
    sampleDatabaseUrl: read.SAMPLE_DATABASE_URL,
    sampleApiUrl: read.SAMPLE_API_URL,
    encryptionKeys: read.ENCRYPTION_KEYS,
    authMode: read.AUTH_MODE,
    signUp: readSignUp(read.SIGN_UP) ?? ({ kind: 'invited' } as const),
    /** How the identity provider's pages open. */
    signInWindow: read.SIGN_IN_WINDOW,
    /** The directory that people and groups come from; null in other modes. */
    directory: directoryOf(read),
    appEnv: read.APP_ENV,
    demoAllowRemote: read.DEMO_ALLOW_REMOTE,
    demoHosts: read.DEMO_HOSTS,
    /** What connections may reach, alerts may be sent to, and descriptions of programs may be fetched from. */
    networkAllow: read.NETWORK_ALLOW,
    alertAllow: read.ALERT_ALLOW,
    programAllow: read.PROGRAM_ALLOW,
    /** Proxies in front of us. Their headers about the caller are trusted. */
    trustedProxies: read.TRUSTED_PROXIES,
    /** What a monitoring system must send; undefined where there are no metrics to ask for. */
    metricsToken: read.METRICS_TOKEN,
    /** What the operator signs in with on the diagnostics page; undefined where they can't. */
    operatorKey: read.OPERATOR_KEY,
    logLevel: read.LOG_LEVEL,
    /** Null without a mail server: messages then stay in the organization's outbox. */
    mail:
      read.SMTP_URL === undefined || read.MAIL_FROM === undefined
        ? null
        : {
            smtpUrl: read.SMTP_URL,
            from: read.MAIL_FROM,
            isTlsRequired:
              read.SMTP_TLS === undefined ? hasPassword(read.SMTP_URL) : read.SMTP_TLS === 'required',
            /** PEM; null for the certificates that Node.js trusts. */
            authorities: read.SMTP_CA_FILE ?? null,
          },
    mailsPerHour: read.MAILS_PER_HOUR,
    orgsPerPerson: read.ORGS_PER_PERSON,
    invitationsPerHour: read.INVITATIONS_PER_HOUR,
    /** The organization that may import connections from the environment, and what there is. */
    environmentOrg: read.ENVIRONMENT_ORG ?? null,
    environmentStore: environmentStoreOf(read),
    environmentAppRegistration: appRegistrationOf(read),
    /** Where app registrations sign in. */
    azureLogin: read.ENTRA_LOGIN_URL,
    /** The key vaults that connections may name secrets of. */
    keyVaults: read.KEY_VAULTS,
    /** Where calls to AWS go instead of its public endpoints; null for those. */
    awsEndpoint: read.AWS_ENDPOINT ?? null,
    scriptInterpreters: read.SCRIPT_RUNNERS,
    scriptLimits: {
      memoryBytes: read.SCRIPT_MEMORY_MB * 1_000_000,
      processes: read.SCRIPT_PROCESSES,
      diskBytes: read.SCRIPT_DISK_MB * 1_000_000,
    },
    /** Where packages of scripts come from; null to install none. */
    scriptPackages: {
      pythonIndex: read.SCRIPT_PYTHON_INDEX ?? null,
      rRepository: read.SCRIPT_R_REPOSITORY ?? null,
    },
    /** Whether scripts may use the network. */
    scriptNetwork: read.SCRIPT_NETWORK,
    /** A larger file is not attached to a message. */
    mailAttachmentBytes: read.MAIL_ATTACHMENT_MB * 1_000_000,
    supportEmail: read.SUPPORT_EMAIL,
    docsUrl: read.DOCS_URL,
    callUrl: read.CALL_URL,
    pricingUrl: read.PRICING_URL,
    runTimeoutMs: read.RUN_TIMEOUT_SECONDS * 1000,
    resultLimitBytes: read.RESULT_LIMIT_MB * 1_000_000,
    /** What the results of one organization may take on disk together. */
    resultQuotaBytes: read.RESULT_QUOTA_MB * 1_000_000,
    /** Results of runs that ended longer ago are deleted; null where they are kept until someone deletes them. */
    resultRetentionDays: read.RESULT_RETENTION_DAYS === 0 ? null : read.RESULT_RETENTION_DAYS,
    /** Runs that ended longer ago are deleted from the history; null where they are kept for good. */
    runRetentionDays: read.RUN_RETENTION_DAYS === 0 ? null : read.RUN_RETENTION_DAYS,
    /** With less than this left on the disk, no new results are stored. */
    freeSpaceBytes: read.FREE_SPACE_MB * 1_000_000,
    /** What all runs of a worker may hold together of what sources send. */
    runMemoryBytes: read.RUN_MEMORY_MB * 1_000_000,
    uploadLimitBytes: read.UPLOAD_LIMIT_MB * 1_000_000,
    /** How long a worker that is told to stop may take. */
    shutdownMs: (read.SHUTDOWN_SECONDS ?? (read.AUTH_MODE === 'demo' ? 5 : 25)) * 1000,
    workerConcurrency: read.WORKER_CONCURRENCY,
    workerTags: read.WORKER_TAGS,
    credentialConcurrency: read.CREDENTIAL_CONCURRENCY,
    commandConcurrency: read.COMMAND_CONCURRENCY,
    bulkRowsPerPerson: read.BULK_ROWS_PER_PERSON,
    bulkRowsPerOrg: read.BULK_ROWS_PER_ORG,
    workerDeadAfterSeconds: read.WORKER_DEAD_AFTER_SECONDS,
    requestsPerSecond: read.REQUESTS_PER_SECOND,
    requestBurst: read.REQUEST_BURST,
    requestsAtOnce: read.REQUESTS_AT_ONCE,
    pagesAtOnce: read.PAGES_AT_ONCE,
    signInAttemptsPerMinute: read.SIGN_IN_ATTEMPTS_PER_MINUTE,
    /** Where traces go, if anywhere. */
    otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    diagnosticsPerMinute: read.DIAGNOSTICS_PER_MINUTE,
    webhookDeliveriesPerMinute: read.WEBHOOK_DELIVERIES_PER_MINUTE,
  }));

/** The checked configuration. */
export type Env = z.output<typeof schema> & {
  /** The identity providers of hosted mode, in the order of their buttons. */
  issuers: readonly Issuer[];
  /** The variables of providers that only NETWORK_ALLOW lets through, which opens them to connections as well. */
  lentTo: readonly string[];
  environmentDatabases: readonly EnvironmentDatabase[];
};

/** The configuration is not valid. The message names every invalid variable and what is expected, without values. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** Reads a configuration. Throws `EnvError` if a variable is missing or invalid. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const filled = withoutBlanks(source);
  const read = schema.safeParse(filled);
  const { issuers, lentTo, complaints } = readIssuers(
    issuerNames().safeParse(filled.OIDC_ISSUERS).data ?? [],
    filled,
    networkList().safeParse(filled.PROVIDER_ALLOW).data ?? [],
    networkList().safeParse(filled.NETWORK_ALLOW).data ?? [],
  );
  const named = readEnvironmentDatabases(
    issuerNames().safeParse(filled.ENVIRONMENT_DATABASES).data ?? [],
    filled,
  );
  for (const [name, complaint] of named.complaints) complaints.set(name, complaint);
  if (read.success && complaints.size === 0)
    return { ...read.data, issuers, lentTo, environmentDatabases: named.databases };
  for (const issue of read.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (complaints.has(name)) continue;
    complaints.set(name, filled[name] === undefined ? `is not set; it ${issue.message}` : issue.message);
  }
  const lines = [...complaints].map(([name, complaint]) => `  ${name} ${complaint}`);
  throw new EnvError(`The configuration is not valid:\n${lines.join('\n')}`);
}

/** The authentication library reads its own address from the environment, and trusts request headers otherwise. */
export function tellAuthLibrary(appUrl: string): void {
  process.env.NEXTAUTH_URL = appUrl;
}

/** What a variable was set to; undefined if it is unset. For telling which are set: it may be a secret. */
export const givenVariable = (name: string): string | undefined => withoutBlanks(process.env)[name];

/** This process's configuration, read from its environment once. */
export const env = (): Env => processWide('env', () => readEnv(process.env));
