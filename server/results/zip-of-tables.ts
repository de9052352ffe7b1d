import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Chunks, csvOf } from '@/server/results/download-formats';
import { isRowLine, resultLines } from '@/server/results/result-lines';

/**
 * Several result sets as a zip with a CSV file for each, `1.csv`, `2.csv`, … in the order they came. The result is
 * read once, from front to end: a file is read to its end before the next is begun.
 */
export async function* zipOfTables(orgId: string, runId: number): Chunks {
  const tables = new TablesInTurn(resultLines(orgId, runId));
  const zip = new ZipFile();
  const filling = (async () => {
    for (let number = 1; await tables.hasNext(); number += 1) {
      const file = Readable.from(csvOf(tables.next()));
      const isRead = new Promise<void>((resolve, reject) => file.once('end', resolve).once('error', reject));
      zip.addReadStream(file, `${number}.csv`);
      await isRead;
    }
    zip.end();
  })();
  // A failure must reach who reads, who else would wait for ever.
  filling.catch((error) => zip.outputStream.emit('error', error));
  for await (const chunk of zip.outputStream) yield Buffer.isBuffer(chunk) ? chunk : String(chunk);
  await filling;
}

/** Cuts a stored result where a result set begins. */
class TablesInTurn {
  /** Lines that were read and belong to the next result set. */
  private ahead: string[] = [];

  constructor(private readonly batches: AsyncGenerator<string[]>) {}

  /** To be asked once the one before was read to its end. */
  async hasNext(): Promise<boolean> {
    if (this.ahead.length === 0) this.ahead = (await this.batches.next()).value ?? [];
    return this.ahead.length > 0;
  }

  async *next(): AsyncGenerator<string[]> {
    let heading: string | undefined = this.ahead.shift();
    for (;;) {
      const end = this.ahead.findIndex((line) => !isRowLine(line));
      const rows = end === -1 ? this.ahead : this.ahead.slice(0, end);
      yield heading === undefined ? rows : [heading, ...rows];
      heading = undefined;
      if (end !== -1) {
        this.ahead = this.ahead.slice(end);
        return;
      }
      this.ahead = (await this.batches.next()).value ?? [];
      if (this.ahead.length === 0) return;
    }
  }
}
