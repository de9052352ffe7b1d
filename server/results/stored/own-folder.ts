import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import statement from 'sql-template-tag';
import { untilDatabaseAnswers } from '@/server/base/database/database-down';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';

/** The file in the folder by which processes know that they see the same one. It isn't a result. */
export const FOLDER_SIGN = '.deployment';
const LOOK_AGAIN_MS = 2000;

/** What an operator reads whose processes don't see the same folder. */
const OTHER_FOLDER =
  "RESULTS_DIR is not the folder that the other processes keep results in: it doesn't have their sign. Share that folder with this machine, or keep results in a store (RESULT_STORE). If you have moved the folder on purpose, run: npm run admin -- adopt-results";

/**
 * Whether this process sees the folder that all results are kept in. The first process to look leaves a sign there, which
 * the database remembers. Always true where results are kept in a store.
 */
export async function seesOwnFolder(): Promise<boolean> {
  if (env().resultStore !== null) return true;
  const [row] = await query(
    { results_sign: column.text.nullable() },
    statement`select results_sign from installation`,
  );
  // A database that was not prepared remembers nothing.
  if (row === undefined) return true;
  const remembered = row.results_sign ?? (await rememberFirst());
  return remembered === (await signOf());
}

const lastLook = () => processWide('folder of results', () => ({ isOwn: true }));

/** Logs whether this process sees the folder of the others, whenever that has changed. */
export function noteFolder(isOwn: boolean): void {
  const last = lastLook();
  if (last.isOwn === isOwn) return;
  last.isOwn = isOwn;
  if (isOwn)
    log().info({ folder: env().resultsDir }, 'RESULTS_DIR is the folder of the other processes again');
  else log().error({ folder: env().resultsDir }, OTHER_FOLDER);
}

/** Resolves once this process sees the folder of the others. Throws when `stop` is aborted meanwhile. */
export async function untilOwnFolder(stop?: AbortSignal): Promise<void> {
  for (let looks = 0; !(await untilDatabaseAnswers(seesOwnFolder)); looks += 1) {
    if (looks % 30 === 0) log().error({ folder: env().resultsDir }, OTHER_FOLDER);
    await sleep(LOOK_AGAIN_MS, undefined, stop === undefined ? {} : { signal: stop });
  }
}

/** The operator's command: the folder of this machine is the one from now on. Returns what it did, in lines. */
export async function adoptFolder(): Promise<string[]> {
  const sign = await makeSign();
  await query({ id: column.int }, statement`update installation set results_sign = ${sign} returning id`);
  return [
    `Results are kept in ${env().resultsDir} from now on. Restart the processes that see another folder.`,
  ];
}

/** Of several processes that look first at the same time, one is remembered. */
async function rememberFirst(): Promise<string | null> {
  const sign = await makeSign();
  await query(
    { id: column.int },
    statement`update installation set results_sign = ${sign} where results_sign is null returning id`,
  );
  const [row] = await query(
    { results_sign: column.text.nullable() },
    statement`select results_sign from installation`,
  );
  return row?.results_sign ?? null;
}

const path = (): string => join(env().resultsDir, FOLDER_SIGN);

/** Returns the sign of the folder, which is made if it is missing. */
async function makeSign(): Promise<string> {
  await mkdir(env().resultsDir, { recursive: true, mode: 0o700 });
  const sign = randomUUID();
  try {
    await writeFile(path(), sign, { flag: 'wx', mode: 0o600 });
    return sign;
  } catch (error) {
    const present = await signOf();
    if (present === null) throw error;
    return present;
  }
}

async function signOf(): Promise<string | null> {
  try {
    return (await readFile(path(), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
