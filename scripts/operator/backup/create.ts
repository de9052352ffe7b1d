import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { commit } from '@/lib/base/build';
import { counted } from '@/lib/base/text/counted';
import { verifyChain } from '@/server/audit/verify-chain';
import { writableAddress } from '@/server/base/database/several-hosts';
import { env } from '@/server/base/env';
import { refuseOtherDatabase } from '@/server/base/schema/same-database';
import { withClient } from '../../postgres/connect';
import { BackupError } from './backup-error';
import { sumOf } from './file-sums';
import { DUMP, type Manifest, writeManifest } from './manifest';
import { dumpDatabase, pgPrograms } from './pg-programs';
import { backUpResults } from './result-files';
import { sumTables } from './table-sums';

/** Where the tables are read, as the role that owns them. */
export const ownerAddress = (): Promise<string> =>
  writableAddress(env().databaseOwnerUrl ?? env().databaseDirectUrl);

export interface CreateOptions {
  keysFile: string | null;
  programs: string | undefined;
  unverifiedAudit: boolean;
}

/**
 * Makes a backup in a new folder: a dump of the database, the results, and a manifest with what both must hold. Pushboard
 * may go on meanwhile; the backup is of the moment at which it began. If it fails, nothing of it is left.
 *
 * @param keysFile where the key ring is written, apart from the folder; null to leave it to the operator
 * @param unverifiedAudit whether to go on if the audit log doesn't match its chain, or can't be verified
 * @returns what to tell, in lines
 */
export async function createBackup(
  folder: string,
  { keysFile, programs, unverifiedAudit }: CreateOptions,
): Promise<string[]> {
  const undo = [await makeFolder(folder)];
  try {
    if (keysFile !== null) undo.push(await writeKeys(folder, keysFile));
    return await fillFolder(folder, { keysFile, programs, unverifiedAudit });
  } catch (error) {
    for (const remove of undo) await remove();
    throw error;
  }
}

async function fillFolder(
  folder: string,
  { keysFile, programs, unverifiedAudit }: CreateOptions,
): Promise<string[]> {
  await refuseOtherDatabase(
    {
      url: await ownerAddress(),
      variable: env().databaseOwnerUrl === undefined ? 'DATABASE_DIRECT_URL' : 'DATABASE_OWNER_URL',
    },
    { url: await writableAddress(env().databaseUrl), variable: 'DATABASE_URL' },
  );
  const { head: auditHead, problem, verified } = await verifyChain();
  if (problem !== null && !unverifiedAudit) {
    const what =
      problem.missingKey === undefined
        ? "The audit log doesn't match its chain"
        : "The audit log can't be verified";
    throw new BackupError(
      `${what}, so no backup was made: ${problem.message} npm run verify-audit says more. To back up the audit log as it is, add --unverified-audit: the backup then says that only rows up to ${verified.throughId} were verified.`,
    );
  }
  const audit = { auditHead, ...(problem === null ? {} : { auditProblem: problem.message }) };
  const database = { ...(await backUpDatabase(folder, programs)), ...audit };
  const results = await backUpResults(folder);
  const keyIds = env().encryptionKeys.map(({ id }) => id);
  await writeManifest(folder, {
    version: 1,
    createdAt: new Date().toISOString(),
    madeBy: commit.hash ?? 'unknown',
    database,
    keyIds,
    results,
  });
  const rows = Object.values(database.tables).reduce((sum, table) => sum + Number(table.rows), 0);
  return [
    `Backed up to ${folder}: ${counted(rows, 'row')} in ${counted(Object.keys(database.tables).length, 'table')} (${megabytes(database.dump.sizeBytes)}).`,
    results.store === 'disk'
      ? `Copied ${resultsOf(results.files)} (${megabytes(results.sizeBytes)}).`
      : `Listed ${resultsOf(results.files)} (${megabytes(results.sizeBytes)}) that stay in the store, ${results.store}. Back it up by its own means, such as versioning or replication.`,
    keysFile === null
      ? `The keys ${keyIds.join(', ')} are not in it. Without ENCRYPTION_KEYS nobody can read the saved secrets: keep them somewhere else.`
      : `The keys ${keyIds.join(', ')} are in ${keysFile}. Keep that file apart from the backup: together they decrypt every saved secret.`,
    ...(problem === null
      ? []
      : [
          `The audit log is in it as it is, verified only up to row ${verified.throughId}: ${problem.message}`,
        ]),
    `Next: npm run backup -- verify ${folder}`,
  ];
}

/** How many results, in words. */
export const resultsOf = (count: number): string => counted(count, 'result');

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Makes the folder, or takes an empty one. Returns what leaves things as they were before. */
async function makeFolder(folder: string): Promise<() => Promise<void>> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty. Name a new folder for each backup.`);
  return async () => {
    if (first !== undefined) return rm(first, { recursive: true, force: true });
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
  };
}

/** Writes the key ring to a new file. Returns what deletes it. */
async function writeKeys(folder: string, file: string): Promise<() => Promise<void>> {
  if (!relative(resolve(folder), resolve(file)).startsWith('..')) {
    throw new BackupError(
      'The keys must not be in the folder of the backup: together they decrypt every saved secret.',
    );
  }
  const keys = env().encryptionKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`);
  await writeFile(file, `${keys.join(',')}\n`, { mode: 0o600, flag: 'wx' }).catch((error) => {
    throw new BackupError(`The keys could not be written to ${file}: ${error.message}`);
  });
  return () => rm(file, { force: true });
}

/** Counts the rows in the snapshot that is dumped, so that both are of one moment. */
async function backUpDatabase(
  folder: string,
  programFolder: string | undefined,
): Promise<Omit<Manifest['database'], 'auditHead' | 'auditProblem'>> {
  const url = await ownerAddress();
  const path = join(folder, DUMP);
  return withClient(url, async (client) => {
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version');
    const serverVersion = versions[0]?.server_version ?? '';
    const programs = await pgPrograms(programFolder, serverVersion);
    await client.query('begin isolation level repeatable read, read only');
    const { rows: snapshots } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    await dumpDatabase(programs, url, snapshots[0]?.id ?? '', path);
    const { rows: migrations } = await client.query<{ name: string }>(
      'select max(migration_name) as name from _prisma_migrations where rolled_back_at is null',
    );
    const tables = await sumTables(client);
    await client.query('commit');
    return {
      serverVersion,
      dump: await sumOf(path),
      lastMigration: migrations[0]?.name ?? '',
      tables,
    };
  });
}
