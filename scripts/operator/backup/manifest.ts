import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupError } from './backup-error';

const FILE = 'manifest.json';

/** The names of what a backup's folder holds. */
export const DUMP = 'database.dump';
export const RESULTS = 'results';
export const RESULT_LIST = 'results.jsonl';

const fileSum = z.object({ sizeBytes: z.int(), sha256: z.string() });
const tableSum = z.object({ rows: z.string(), hash: z.string() });

const manifestShape = z.object({
  /** The format of this file. */
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The version and commit of Pushboard that made it. */
  madeBy: z.string(),
  database: z.object({
    serverVersion: z.string(),
    dump: fileSum,
    lastMigration: z.string(),
    /** By schema and name: how many rows, and a sum over all of them that doesn't depend on their order. */
    tables: z.record(z.string(), tableSum),
    /** The end of the audit chain before the dump began, `id:hash`; null if nothing was chained. */
    auditHead: z.string().nullable(),
    /** Why the audit log couldn't be verified, if the operator wanted a backup anyway. */
    auditProblem: z.string().optional(),
  }),
  /** The ids of the keys that the backup needs. The keys themselves are not in it. */
  keyIds: z.array(z.string()),
  results: z.object({
    store: z.enum(['disk', 'azure', 's3']),
    files: z.int(),
    sizeBytes: z.int(),
    /** The list of the files, with a hash of each that was copied. */
    list: fileSum,
  }),
});

export type Manifest = z.output<typeof manifestShape>;
export type FileSum = z.output<typeof fileSum>;
export type TableSums = Manifest['database']['tables'];

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: 'wx' });

/** Throws `BackupError` if the folder is not a complete backup: its manifest is written last. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, FILE);
  const text = await readFile(path, 'utf8').catch((error) => {
    if (!existsSync(folder)) throw new BackupError(`The folder ${folder} doesn't exist.`);
    if (error.code !== 'ENOENT') throw new BackupError(`Couldn't read ${path}: ${error.message}`);
    throw new BackupError(
      `${folder} is not a complete backup: it has no ${FILE}, which is written when everything else is there.`,
    );
  });
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Refused below, like any other content.
  }
  const read = manifestShape.safeParse(json);
  if (read.success) return read.data;
  throw new BackupError(`${path} is not the manifest of a backup that this version can read.`);
}
