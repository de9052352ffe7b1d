import { FRONT_LINE } from '@/server/results/result-file';
import { smallLinesOf, storedBytes } from '@/server/results/stored-bytes';

/**
 * The lines of a stored result, a few thousand at a time: line by line, waiting would cost more than the work. The
 * file is read as it is asked for, so however large it is, little of it is in memory.
 */
export async function* resultLines(orgId: string, runId: number): AsyncGenerator<string[]> {
  const stored = await storedBytes(orgId, runId, await smallLinesOf(orgId, runId));
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  // Pieces of a line that is not complete: joined once, since a line may be longer than many chunks.
  let pieces: string[] = [];
  for await (const chunk of stored.stream(0, stored.sizeBytes)) {
    const [first = '', ...others] = utf8.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    const last = others.pop();
    if (last === undefined) continue;
    const lines = [pieces.join(''), ...others].filter((line) => !line.startsWith(FRONT_LINE));
    pieces = [last];
    if (lines.length > 0) yield lines;
  }
  const rest = pieces.join('');
  if (rest !== '') yield [rest];
}
