import { createReadStream } from 'node:fs';
import statement from 'sql-template-tag';
import { resultPath } from '@/server/results/result-file';
import { column, query } from '@/server/statements';

const CHUNK_BYTES = 256 * 1024;

/** A result that stands in the database; null where it is a file. */
async function smallLinesOf(orgId: string, runId: number): Promise<string | null> {
  const [small] = await query(
    { lines: column.text },
    statement`select lines from run_result where org_id = ${orgId} and run_id = ${runId}`,
  );
  return small?.lines ?? null;
}

/**
 * The lines of a stored result, a few thousand at a time: line by line, waiting would cost more than the work. The
 * file is read as it is asked for, so however large it is, little of it is in memory.
 */
export async function* resultLines(orgId: string, runId: number): AsyncGenerator<string[]> {
  const small = await smallLinesOf(orgId, runId);
  if (small !== null) {
    yield small.trimEnd().split('\n');
    return;
  }
  const file = createReadStream(resultPath(orgId, runId), { encoding: 'utf8', highWaterMark: CHUNK_BYTES });
  let rest = '';
  for await (const chunk of file) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}
