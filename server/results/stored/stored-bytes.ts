import statement from 'sql-template-tag';
import type { IsMasked } from '@/lib/outputs/masks';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import {
  MASK_COLUMNS,
  MASK_JOIN,
  MASKS,
  masksOfRow,
  masksOfRun,
  type RunMasks,
} from '@/server/results/masks/run-masks';
import { seesOwnFolder } from '@/server/results/stored/own-folder';
import { resultKey } from '@/server/results/stored/result-file';
import { storeOf } from '@/server/results/stored/result-stores';
import { StoreFault } from '@/server/stores/store';

/** The bytes of a stored result, wherever they are; read in pieces, however many there are. */
export interface StoredBytes {
  sizeBytes: number;
  /** The first bytes, at most this many. */
  front(mostBytes: number): Promise<Buffer>;
  /** What is masked in it wherever it leaves; null for nothing. The bytes here are as stored. */
  isMasked: IsMasked | null;
  /** How files show the columns; null for as the source has them. */
  fileDisplay: RunMasks['fileDisplay'];
  /** The bytes from `start` up to `end`. */
  stream(start: number, end: number): AsyncGenerator<Buffer>;
}

/**
 * Opens a stored result. Throws 409 if its file is gone.
 *
 * @param smallLines the lines of a small result; null if the result is a file
 */
export async function storedBytes(
  orgId: string,
  runId: number,
  smallLines: string | null,
  { isMasked, fileDisplay }: RunMasks,
): Promise<StoredBytes> {
  const bytes =
    smallLines === null
      ? await fileBytes(await storeIdOf(orgId, runId), resultKey(orgId, runId))
      : memoryBytes(Buffer.from(smallLines));
  return { ...bytes, isMasked, fileDisplay };
}

/** Opens the stored result of a run whose access was already checked. Throws 409 if its file is gone. */
export async function openResult(orgId: string, runId: number): Promise<StoredBytes> {
  const [small] = await query(
    { lines: column.text },
    statement`select lines from run_result where org_id = ${orgId} and run_id = ${runId}`,
  );
  return storedBytes(orgId, runId, small?.lines ?? null, await masksOfRun(orgId, runId));
}

/** The results of some runs, opened one after another; small ones are read together. What is gone is left out. */
export async function* openResults(
  orgId: string,
  runIds: readonly number[],
): AsyncGenerator<{ runId: number; stored: StoredBytes }> {
  const rows = await query(
    { run_id: column.int, lines: column.text.nullable(), ...MASKS },
    statement`select r.run_id, rr.lines, ${MASK_COLUMNS}
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id ${MASK_JOIN}
     left join run_result rr on rr.org_id = r.org_id and rr.run_id = r.run_id
     where r.org_id = ${orgId} and r.run_id = any(${runIds}::bigint[])`,
  );
  const found = new Map(rows.map((row) => [row.run_id, row]));
  for (const runId of runIds) {
    const row = found.get(runId);
    if (row !== undefined) {
      yield { runId, stored: await storedBytes(orgId, runId, row.lines, masksOfRow(row)) };
    }
  }
}

function memoryBytes(bytes: Buffer): StoredBytes {
  return {
    isMasked: null,
    fileDisplay: null,
    sizeBytes: bytes.length,
    front: async (mostBytes) => bytes.subarray(0, mostBytes),
    async *stream(start, end) {
      yield bytes.subarray(start, end);
    },
  };
}

/** The bytes of a file in a store; null for the disk. Throws 409 if it doesn't exist, and 503 if its store fails. */
export async function fileBytes(storeId: number | null, key: string): Promise<StoredBytes> {
  const store = await storeOf(storeId);
  const sizeBytes = await told(store.sizeOf(key));
  if (sizeBytes === null) {
    throw new AppError(
      'conflict',
      (await seesOwnFolder())
        ? 'The file of this result no longer exists. Run the command again.'
        : "The file of this result is on another machine, whose folder isn't shared with this one. Ask the people who run Pushboard to share it.",
    );
  }
  return {
    isMasked: null,
    fileDisplay: null,
    sizeBytes,
    front: async (mostBytes) => {
      const pieces: Buffer[] = [];
      for await (const piece of toldOf(store.read(key, 0, Math.min(mostBytes, sizeBytes))))
        pieces.push(piece);
      return Buffer.concat(pieces);
    },
    stream: (start, end) => toldOf(store.read(key, start, end)),
  };
}

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

async function* toldOf<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pieces;
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

function unreadable(thrown: unknown): unknown {
  if (!(thrown instanceof StoreFault)) return thrown;
  const rest = thrown.mayPass
    ? 'Try again in a few minutes.'
    : 'Ask the people who run Pushboard to check where results are kept.';
  const message = `The result can't be read now. ${thrown.message} ${rest}`;
  return new AppError('unavailable', message, { cause: thrown });
}

/** The store of a run's result; null for the disk. */
export async function storeIdOf(orgId: string, runId: number): Promise<number | null> {
  const [row] = await query(
    { result_store_id: column.int.nullable() },
    statement`select result_store_id from run where org_id = ${orgId} and run_id = ${runId}`,
  );
  return row?.result_store_id ?? null;
}
