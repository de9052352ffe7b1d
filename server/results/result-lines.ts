import { createReadStream } from 'node:fs';
import { resultPath } from '@/server/results/result-file';

const CHUNK_BYTES = 256 * 1024;

/**
 * The lines of a stored result, a few thousand at a time: line by line, waiting would cost more than the work. The
 * file is read as it is asked for, so however large it is, little of it is in memory.
 */
export async function* resultLines(orgId: string, runId: number): AsyncGenerator<string[]> {
  const file = createReadStream(resultPath(orgId, runId), { encoding: 'utf8', highWaterMark: CHUNK_BYTES });
  let rest = '';
  for await (const chunk of file) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}
