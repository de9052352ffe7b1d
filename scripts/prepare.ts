import { loadSampleDatabase } from '@/prisma/demo/load-sample-database';
import { seedActivity } from '@/prisma/demo/seed-activity';
import { seedDemo } from '@/prisma/demo/seed-demo';
import { withClient } from '@/scripts/postgres/connect';
import { CHILD_WRITES_JSON, writeJson } from '@/scripts/starting/json-output.mjs';
import type { Prepared, SchemaWait } from '@/scripts/starting/run-prepare';
import { exitWith } from '@/scripts/starting/start-error.mjs';
import { env } from '@/server/base/env';
import { exitWithParent } from '@/server/base/exit-with-parent';
import { checkKeyRing, registerKeyRing } from '@/server/base/installation/canaries';
import { holdCopy, RELEASE } from '@/server/base/installation/held';
import { findMissingKeys, missingKeyWords } from '@/server/base/installation/missing-keys';
import { refuseDemo } from '@/server/base/installation/refuse-demo';
import { roleOf } from '@/server/base/schema/app-role';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { awaitSchema } from '@/server/base/schema/await-schema';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { describePlan } from '@/server/base/schema/migration-plan';
import { alone } from '@/server/base/schema/one-at-a-time';
import { openedAddress } from '@/server/base/schema/opened-address';
import { refusePooled } from '@/server/base/schema/pooled-address';
import { refuseOtherDatabase } from '@/server/base/schema/same-database';
import { widenInstallation } from '@/server/base/schema/widen-installation';
import { opensCredentials } from '@/server/connections/opens-credentials';
import { hasEmailLinks } from '@/server/people/sign-in/email-links/available';
import { hasAdmin } from '@/server/people/sign-in/operator/has-admin';

// Prepares a database: its schema, and in demo mode the sandbox and its content. Safe to run again, and by several
// machines at once. With `migrate`, it does so for a process that then ends. With `wait`, it changes no schema, and waits
// until another process has brought it up to date. With `plan`, it says what would be done. With `wide`, it also gives the
// ids of an older installation 64 bits.

/** Only a process that serves proves that its keys may seal. */
const takeKeyRing = process.argv[2] === 'migrate' ? checkKeyRing : registerKeyRing;

if (process.env[CHILD_WRITES_JSON] === '1') writeJson();
try {
  if (process.argv[2] === 'plan') await plan();
  else if (process.argv[2] === 'wait') await waitUntilPrepared();
  else if (process.argv[2] === 'wide') await widen();
  else await prepare();
  process.exit(0);
} catch (error) {
  exitWith(error);
}

async function prepare(): Promise<void> {
  const { authMode, sampleDatabaseUrl, sampleApiUrl } = env();
  await alone(await migrate(), 'preparing', async () => {
    const isHeld = await checkInstallation();
    const sampleOwnerUrl = process.env.SAMPLE_OWNER_DATABASE_URL;
    // Who comes from a directory has no sandboxes to use it in.
    if (sampleOwnerUrl && authMode !== 'directory') await loadSampleDatabase(sampleOwnerUrl);
    if (authMode === 'demo') await seedActivity(await seedDemo({ sampleDatabaseUrl, sampleApiUrl }));
    await send({ hasAdmin: await hasAdmin(), isHeld });
  });
}

/** Brings the schema up to date. Returns the address of the database, as the role that owns its tables. */
async function migrate(): Promise<string> {
  const { databaseDirectUrl, databaseOwnerUrl } = env();
  if (databaseOwnerUrl === undefined) {
    const url = await openForApp();
    await refusePooled(url, directVariable());
    await refuseDemo(url);
    await applyMigrations(url);
    console.warn(
      'DATABASE_OWNER_URL is not set: the role of DATABASE_URL owns its tables, and could switch off what guards the audit log. docs/operations.md says how to set it.',
    );
    return url;
  }
  const url = await openedAddress(databaseOwnerUrl, 'DATABASE_OWNER_URL');
  await refusePooled(url, 'DATABASE_OWNER_URL');
  if (!(await createsAppRole(url))) await openForApp(url);
  await refuseDemo(url);
  await applyMigrations(url, migrationsFolder, databaseDirectUrl);
  await refusePooled(await openForApp(url), directVariable());
  return url;
}

/** Whether the migrations create the role of DATABASE_URL, so that it can't be opened before. */
async function createsAppRole(ownerUrl: string): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const role = roleOf(env().databaseDirectUrl);
    return (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 0;
  });
}

/**
 * Opens what the application uses, and returns the direct address.
 * @param ownerUrl that of DATABASE_OWNER_URL, if it is set; it must lead to the same database
 * @throws OpeningError and OtherDatabaseError, which name the variables
 */
async function openForApp(ownerUrl?: string): Promise<string> {
  const { databaseUrl, databaseDirectUrl } = env();
  const direct = {
    url: await openedAddress(databaseDirectUrl, directVariable()),
    variable: directVariable(),
  };
  if (ownerUrl !== undefined)
    await refuseOtherDatabase({ url: ownerUrl, variable: 'DATABASE_OWNER_URL' }, direct);
  if (databaseUrl !== databaseDirectUrl) {
    const url = await openedAddress(databaseUrl, 'DATABASE_URL');
    await refuseOtherDatabase(direct, { url, variable: 'DATABASE_URL' });
  }
  return direct.url;
}

async function widen(): Promise<void> {
  const tables = await widenInstallation(await migrate());
  console.log(
    tables.length === 0
      ? 'The ids have 64 bits already: nothing was done.'
      : `The ids of ${tables.join(', ')} have 64 bits now.`,
  );
}

async function waitUntilPrepared(): Promise<void> {
  // It may wait for days, and a start that was killed can't stop it.
  exitWithParent(() => process.exit(1));
  let url = '';
  await awaitSchema(
    async () => {
      url = await openForApp();
      return url;
    },
    (words) => console.warn(words),
    (wait) => void send(wait),
  );
  await refusePooled(url, directVariable());
  await refuseDemo(url);
  await alone(url, 'preparing', checkInstallation);
}

async function plan(): Promise<void> {
  const { databaseDirectUrl, databaseOwnerUrl } = env();
  const url = await (databaseOwnerUrl === undefined
    ? openedAddress(databaseDirectUrl, directVariable())
    : openedAddress(databaseOwnerUrl, 'DATABASE_OWNER_URL'));
  for (const line of await describePlan(url)) console.log(line);
}

/** Checks that the keys are those of the database, and returns whether the database is a copy that is held. */
async function checkInstallation(): Promise<boolean> {
  await takeKeyRing(opensCredentials);
  const missing = await findMissingKeys();
  if (missing.length > 0) console.warn(missingKeyWords(missing));
  const heldBecause = await holdCopy();
  if (heldBecause === null) return false;
  console.warn(
    `This database is a copy, or it has moved. ${heldBecause} No run starts, and nothing is sent, until you release it: ${RELEASE}. docs/operations.md says what that does.${hasEmailLinks() ? ` Sign-in links aren't sent either; make one: npm run admin -- sign-in you@example.com` : ''}`,
  );
  return true;
}

/** Sends something to the process that waits for this one, which may have ended. */
function send(message: SchemaWait | Prepared): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });
}

/** The variable that the direct address comes from. */
function directVariable(): string {
  const { databaseUrl, databaseDirectUrl } = env();
  return databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
}
