import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import { counted } from '@/lib/base/text/counted';
import { verifyChain } from '@/server/audit/verify-chain';
import { pool } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { checkKeyRing, KeyRingError } from '@/server/base/installation/canaries';
import { forgetProcessWide } from '@/server/base/process-wide';
import { opensCredentials } from '@/server/connections/opens-credentials';
import { withClient } from '../../postgres/connect';
import { BackupError } from './backup-error';
import { resultsOf } from './create';
import { checkFile } from './file-sums';
import { DUMP, type Manifest, readManifest } from './manifest';
import { pgPrograms, restoreDatabase } from './pg-programs';
import { checkResults, refuseResultsIn, restoreResults } from './result-files';
import { differences, sumTables } from './table-sums';

export interface RestoreOptions {
  programs: string | undefined;
  /** Where the keys come from: the file, or ENCRYPTION_KEYS. */
  ring: string;
}

/**
 * Proves that a backup can be restored: compares every file with the manifest, restores the dump into a scratch database,
 * compares its rows, opens what the keys sealed, and verifies its audit log. The scratch database is deleted.
 *
 * @param serverUrl a database on the server that the scratch database is made on, as a role that may create databases
 */
export async function verifyBackup(
  folder: string,
  serverUrl: string,
  { programs, ring }: RestoreOptions,
): Promise<string[]> {
  const manifest = await readManifest(folder);
  await checkFile(join(folder, DUMP), manifest.database.dump);
  const files = await checkResults(folder, manifest.results);
  const name = `pushboard_verify_${randomBytes(6).toString('hex')}`;
  return withClient(serverUrl, async (client) => {
    await createScratch(client, name);
    try {
      const scratch = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
      await restoreInto(scratch, folder, manifest, programs);
      const audit = await checkContent(scratch, manifest, ring);
      return [
        `The backup of ${manifest.createdAt} can be restored.`,
        `Every table has the rows that were backed up, and the keys open what they sealed. ${audit}`,
        manifest.results.store === 'disk'
          ? `${resultsOf(files)} ${files === 1 ? 'is' : 'are'} unchanged since the copy.`
          : `The results are in a store of their own (${manifest.results.store}), which this didn't look into.`,
      ];
    } finally {
      await dropScratch(client, name);
    }
  });
}

/**
 * Restores a backup into an empty database and an empty folder of results.
 *
 * @param url of the database, as the role that will own its tables
 */
export async function restoreBackup(
  folder: string,
  url: string,
  { programs, ring }: RestoreOptions,
): Promise<string[]> {
  const manifest = await readManifest(folder);
  await checkFile(join(folder, DUMP), manifest.database.dump);
  const onDisk = manifest.results.store === 'disk';
  if (onDisk) await refuseResultsIn(env().resultsDir, folder);
  await checkResults(folder, manifest.results);
  await withClient(url, refuseTables);
  await restoreInto(url, folder, manifest, programs);
  const audit = await checkContent(url, manifest, ring);
  const files = onDisk ? await restoreResults(folder, env().resultsDir) : 0;
  return [
    `Restored the backup of ${manifest.createdAt}: every table has the rows that were backed up. ${audit}`,
    onDisk
      ? `Copied ${resultsOf(files)} to ${env().resultsDir}.`
      : `Its results are in a store of their own (${manifest.results.store}): set RESULT_STORE and its variables as before.`,
    `Next: set DATABASE_URL (and DATABASE_OWNER_URL) to this database, ENCRYPTION_KEYS to the same keys${onDisk ? folderToSet() : ''}, and start. It is held, like any copy: no run starts, and nothing is sent, until you release it: npm run admin -- release`,
  ];
}

/** What else to set so that the start finds the results, if they aren't where it would look by itself. */
function folderToSet(): string {
  const { resultsDir } = env();
  return resultsDir === resolve('.data', 'results') ? '' : `, RESULTS_DIR to ${resultsDir}`;
}

async function createScratch(client: Client, name: string): Promise<void> {
  await client.query(`create database ${escapeIdentifier(name)} template template0`).catch(async (error) => {
    if (error.code !== '42501') throw error;
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    const role = rows[0]?.role ?? '';
    throw new BackupError(
      `The role ${role} may not create the scratch database. As a superuser: ALTER ROLE ${escapeIdentifier(role)} CREATEDB; or name another server with --server, where a role may.`,
    );
  });
}

/** A drop waits for connections that are closing, such as those of this process; others are ended. */
async function dropScratch(client: Client, name: string): Promise<void> {
  const drop = `drop database if exists ${escapeIdentifier(name)}`;
  await client.query(drop).catch(() => client.query(`${drop} with (force)`));
}

async function refuseTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  const [first] = rows;
  if (first === undefined) return;
  throw new BackupError(
    `The database to restore into is not empty: it has ${first.name}. Nothing was restored. Name an empty one: CREATE DATABASE …`,
  );
}

async function restoreInto(
  url: string,
  folder: string,
  manifest: Manifest,
  programFolder: string | undefined,
): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const programs = await pgPrograms(programFolder, rows[0]?.server_version ?? '');
    await restoreDatabase(programs, url, join(folder, DUMP));
    await client.query('begin read only');
    const problems = differences(manifest.database.tables, await sumTables(client));
    await client.query('commit');
    if (problems.length > 0)
      throw new BackupError(`What was restored is not what was backed up:\n${problems.join('\n')}`);
  });
}

/** Looks at the restored database as a process of Pushboard would. Returns what it found of the audit log, in words. */
async function checkContent(url: string, { database, keyIds }: Manifest, ring: string): Promise<string> {
  const known = new Set(env().encryptionKeys.map(({ id }) => id));
  const missing = keyIds.filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw new BackupError(
      `The backup needs the keys ${missing.join(', ')}, which aren't in ${ring}. Name the file that holds them with --keys.`,
    );
  }
  // This process looked at the database of its configuration until now.
  const keys = env()
    .encryptionKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`)
    .join(',');
  forgetProcessWide();
  Object.assign(process.env, { DATABASE_URL: url, ENCRYPTION_KEYS: keys });
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL']) delete process.env[name];
  try {
    await checkKeyRing(opensCredentials).catch((error) => {
      if (!(error instanceof KeyRingError)) throw error;
      const { keyId } = error;
      throw new BackupError(
        `The key ${keyId} in ${ring} is not the key ${keyId} that the backup was encrypted with. Name the file that holds it with --keys.`,
      );
    });
    const { problem, verified } = await verifyChain(database.auditHead ?? undefined);
    if (problem === null) return `The audit log matches its chain (${counted(verified.rows, 'row')}).`;
    if (problem.message !== database.auditProblem)
      throw new BackupError(`The restored audit log is not intact: ${problem.message}`);
    return `The audit log is as it was backed up, with --unverified-audit: ${counted(verified.rows, 'row')} ${verified.rows === 1 ? 'matches' : 'match'}. ${problem.message}`;
  } finally {
    await pool().end();
    forgetProcessWide();
  }
}
