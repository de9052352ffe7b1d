import type { ResultSink } from '../../result-sink';
import type { MemoryShare } from '../memory-budget';
import { scanJson, sendRows, tableColumns } from './json-rows';

/**
 * Writes a JSON document to the sink: as a table if it is a list of mostly flat objects, or else as it is. Throws
 * `NotReadableJson` before anything is written if it isn't JSON.
 *
 * @param memory the share that counts the document, `sizeBytes` of it
 */
export async function writeJsonDocument(
  chunks: readonly Buffer[],
  sizeBytes: number,
  sink: ResultSink,
  memory: MemoryShare,
): Promise<void> {
  const shape = await scanJson(chunks);
  const columns = sink.wantsDocument === true ? null : tableColumns(shape, sizeBytes);
  if (columns === null) return sink.whole({ format: 'json', chunks });
  return sendRows(chunks, columns, sink, (bytes) => memory.hold(sizeBytes + bytes));
}
