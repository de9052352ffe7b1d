import type { commitBatch as commitBatchOperation } from '@/lib/contract/sources/sync';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { AppError } from '@/server/base/errors';
import type { AddedCommand } from '@/server/commands/template/add-command';
import type { Context } from '@/server/operations/context';
import { type Chosen, readChosen } from '@/server/sources/sync/chosen-of-source';
import { type Commit, commitOne } from '@/server/sources/sync/commit-one';

type BatchContext = Context<typeof commitBatchOperation>;

interface Committed {
  cloudId: string;
  error: string | null;
  commands: AddedCommand[];
}

/**
 * How many rows are synced at once: while one waits for the database, another one is prepared. Commands are added in the
 * order of the request, one by one, so that their ids follow it.
 */
const atOnce = (rows: readonly Commit[]): number =>
  rows.every(({ commitType }) => commitType === 'update') ? 2 : 1;

/** Yields rows to several loops at once. When one loop throws, the generator ends, and so do the others. */
function* each(rows: readonly Commit[]): Generator<[number, Commit]> {
  yield* rows.entries();
}

/**
 * Syncs the selected rows, each in its own transaction: one bad row doesn't stop the others. Each source is read once
 * for all of its rows.
 */
export async function commitBatch(context: BatchContext) {
  const { body, subject, log } = context;
  const rows: Commit[] = Array.isArray(body) ? body : [body];
  const sources = new Map<number, Chosen | string>();
  for (const credentialId of new Set(rows.map((row) => row.credentialId))) {
    const ofSource = rows.filter((row) => row.credentialId === credentialId);
    sources.set(credentialId, await readSource(subject.orgId, credentialId, ofSource));
  }
  const commits: Committed[] = [];
  const left = each(rows);
  const commitNext = async (): Promise<void> => {
    for (const [index, row] of left)
      commits[index] = await commitRow(context, row, sources.get(row.credentialId));
  };
  await Promise.all(Array.from({ length: atOnce(rows) }, commitNext));
  log.info({ rows: rows.length, failed: commits.filter(({ error }) => error !== null).length }, 'committed');
  return { commits };
}

/** Returns the error message if the source can't be read. */
async function readSource(orgId: string, credentialId: number, rows: Commit[]): Promise<Chosen | string> {
  const updates = new Set(
    rows.flatMap(({ cloudId, commitType }) => (commitType === 'update' ? [cloudId] : [])),
  );
  const cloudIds = rows.map(({ cloudId }) => cloudId);
  try {
    return await readChosen(orgId, credentialId, cloudIds, (cloudId) => updates.has(cloudId));
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

async function commitRow(
  { actor, subject, audit, log }: BatchContext,
  row: Commit,
  source: Chosen | string | undefined,
): Promise<Committed> {
  const { cloudId } = row;
  const failed = (error: string): Committed => ({ cloudId, error, commands: [] });
  if (source === undefined || typeof source === 'string')
    return failed(source ?? "This connection doesn't exist.");
  try {
    const committer = { orgId: subject.orgId, actor, audit };
    return { cloudId, error: null, commands: await commitOne(committer, row, source) };
  } catch (error) {
    if (error instanceof AppError) return failed(error.message);
    if (isDatabaseDown(error)) throw error;
    log.error({ err: error, cloudId }, 'A row of a batch failed with an internal error');
    return failed(
      'Something went wrong in Pushboard while syncing this. The people who run Pushboard can find the cause in the log.',
    );
  }
}
