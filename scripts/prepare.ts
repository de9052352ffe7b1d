import { loadSampleDatabase } from '@/prisma/demo/load-sample-database';
import { seedActivity } from '@/prisma/demo/seed-activity';
import { seedDemo } from '@/prisma/demo/seed-demo';
import { CHILD_WRITES_JSON, writeJson } from '@/scripts/starting/json-output.mjs';
import { writableAddress } from '@/server/base/database/several-hosts';
import { env } from '@/server/base/env';
import { exitWithParent } from '@/server/base/exit-with-parent';
import { checkKeyRing } from '@/server/base/installation/canaries';
import { holdCopy, RELEASE } from '@/server/base/installation/held';
import { applyMigrations, MigrationError } from '@/server/base/schema/apply-migrations';
import { awaitSchema } from '@/server/base/schema/await-schema';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { describePlan } from '@/server/base/schema/migration-plan';
import { alone } from '@/server/base/schema/one-at-a-time';
import { refusePooled } from '@/server/base/schema/pooled-address';
import { widenInstallation } from '@/server/base/schema/widen-installation';
import { opensCredentials } from '@/server/connections/opens-credentials';

// Prepares a database: its schema, and in demo mode the sandbox and its content. Safe to run again, and by several
// machines at once. With `wait`, it changes no schema, and waits until another process has brought it up to date. With `plan`,
// it says what would be done. With `wide`, it also gives the ids of an older installation 64 bits.

if (process.env[CHILD_WRITES_JSON] === '1') writeJson();
try {
  if (process.argv[2] === 'plan') await plan();
  else if (process.argv[2] === 'wait') await waitUntilPrepared();
  else if (process.argv[2] === 'wide') await widen();
  else await prepare();
  process.exit(0);
} catch (error) {
  const isPlain =
    error instanceof Error &&
    ['AppRoleError', 'EnvError', 'KeyRingError', 'MigrationError', 'PoolerError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exit(1);
}

async function prepare(): Promise<void> {
  const { authMode, sampleDatabaseUrl, sampleApiUrl } = env();
  await alone(await migrate(), 'preparing', async () => {
    await checkInstallation();
    const sampleOwnerUrl = process.env.SAMPLE_OWNER_DATABASE_URL;
    // Who comes from a directory has no sandboxes to use it in.
    if (sampleOwnerUrl && authMode !== 'directory') await loadSampleDatabase(sampleOwnerUrl);
    if (authMode === 'demo') await seedActivity(await seedDemo({ sampleDatabaseUrl, sampleApiUrl }));
  });
}

/** Brings the schema up to date. Returns the address of the database, as the role that owns its tables. */
async function migrate(): Promise<string> {
  const { databaseDirectUrl: directUrl, databaseOwnerUrl: ownerUrl } = env();
  const databaseDirectUrl = await hostOf(directUrl, 'DATABASE_URL');
  const databaseOwnerUrl = ownerUrl === undefined ? undefined : await hostOf(ownerUrl, 'DATABASE_OWNER_URL');
  if (databaseOwnerUrl === undefined) {
    console.warn(
      'DATABASE_OWNER_URL is not set: the role of DATABASE_URL owns its tables, and could switch off what guards the audit log. docs/operations.md says how to set it.',
    );
    await refusePooled(databaseDirectUrl, directVariable());
    await applyMigrations(databaseDirectUrl);
    return databaseDirectUrl;
  }
  await refusePooled(databaseOwnerUrl, 'DATABASE_OWNER_URL');
  await applyMigrations(databaseOwnerUrl, migrationsFolder, databaseDirectUrl);
  // Its role may not have existed before.
  await refusePooled(databaseDirectUrl, directVariable());
  return databaseOwnerUrl;
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
  const { databaseDirectUrl: directUrl } = env();
  // It may wait for days, and a start that was killed can't stop it.
  exitWithParent(() => process.exit(1));
  await awaitSchema(
    () => writableAddress(directUrl),
    (words) => console.warn(words),
    (wait) => process.send?.(wait),
  );
  const databaseDirectUrl = await hostOf(directUrl, 'DATABASE_URL');
  await refusePooled(databaseDirectUrl, directVariable());
  await alone(databaseDirectUrl, 'preparing', checkInstallation);
}

async function plan(): Promise<void> {
  const { databaseDirectUrl, databaseOwnerUrl } = env();
  const url = await hostOf(databaseOwnerUrl ?? databaseDirectUrl, 'DATABASE_URL');
  for (const line of await describePlan(url)) console.log(line);
}

/** Checks that the keys are those of the database, and whether the database is a copy. */
async function checkInstallation(): Promise<void> {
  await checkKeyRing(opensCredentials);
  const heldBecause = await holdCopy();
  if (heldBecause !== null) {
    console.warn(
      `This database is a copy, or it has moved. ${heldBecause} No run starts, and nothing is sent, until you release it: ${RELEASE}. docs/operations.md says what that does.`,
    );
  }
}

/** The variable that the direct address comes from. */
function directVariable(): string {
  const { databaseUrl, databaseDirectUrl } = env();
  return databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
}

/** The address of the host that takes changes, of those in a variable. */
function hostOf(url: string, variable: string): Promise<string> {
  return writableAddress(url).catch((error) => {
    throw new MigrationError(`The database in ${variable} can't be opened: ${error.message}`, {
      cause: error,
    });
  });
}
