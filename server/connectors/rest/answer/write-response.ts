import { csvOfTabs } from '@/lib/results/table/read-csv';
import { type HttpResponse, headerOf } from '../../_shared/http/http-types';
import { NotReadableJson } from '../../_shared/json/json-scanner';
import { writeJsonDocument } from '../../_shared/json/write-json';
import type { MemoryShare } from '../../_shared/memory-budget';
import type { ResultSink, WholeFormat } from '../../result-sink';
import { guessedCharset, inUtf8, isUtf8, needsGuess } from './charset';
import { fileNameOf } from './file-name';
import { isEventStream, isJson, isListOfJson, isSequenceOfJson, isText } from './media-types';
import { listOfEvents, listOfLines, listOfSequence, wholeRecords } from './record-lists';

/** Text that is rewritten is in memory as text, as cells, and as text again. */
const copiesOfTabs = 8;
const copiesOfRecords = 5;
/** A stream without an end may fill all that a response may have, and its records would need several times as much. */
const largestCutRecordsBytes = 10_000_000;

/** Where a response goes, and the share that counts its body. */
interface Target {
  sink: ResultSink;
  memory: MemoryShare;
}

/**
 * Writes a response's body to the sink: as a table, a document, a text, or a file. Only a few rows of it are ever parsed
 * at a time. Of a response that was interrupted, what arrived is written, except for files: nobody could use half of one.
 *
 * @param memory the share that counts the body
 */
export async function writeResponse(
  response: HttpResponse,
  method: string,
  sink: ResultSink,
  memory: MemoryShare,
): Promise<void> {
  const { body } = response;
  if (body.sizeBytes === 0 || method === 'head') return;
  const type = (headerOf(response, 'content-type') ?? '').toLowerCase();
  const mediaType = type.split(';')[0]?.trim() ?? '';
  const target = { sink, memory };
  if (isJson(mediaType) || (mediaType === '' && looksLikeJson(body.front(64)))) {
    return writeJson(response, inUtf8(body.chunks(), type), target);
  }
  const isCut = response.interruption !== null;
  if (!isText(mediaType) && (mediaType !== '' || !isUtf8(body.chunks(), isCut))) {
    if (isCut) return warn(sink, 'What arrived of the file is left out, because it is incomplete.');
    const contentType = mediaType === '' ? 'application/octet-stream' : mediaType;
    return sink.whole({
      format: 'file',
      chunks: body.chunks(),
      file: { name: fileNameOf(response), contentType },
    });
  }
  const isGuessed = needsGuess(body.chunks(), type, isCut);
  if (isGuessed) warn(sink, guessWords);
  const chunks = inUtf8(body.chunks(), isGuessed ? `charset=${guessedCharset}` : type);
  return writeText(mediaType, chunks, isCut, target);
}

const guessWords = `The response doesn't say how its text is encoded, and it isn't UTF-8. It was read as ${guessedCharset}.`;

const textFormats = new Map<string, WholeFormat>([
  ['text/csv', 'csv'],
  ['text/markdown', 'markdown'],
]);

async function writeText(
  mediaType: string,
  chunks: readonly Buffer[],
  isCut: boolean,
  { sink, memory }: Target,
): Promise<void> {
  const sizeBytes = sizeOf(chunks);
  if (mediaType === 'text/tab-separated-values') return writeTabs(chunks, isCut, { sink, memory });
  const list = isCut && sizeBytes > largestCutRecordsBytes ? null : listReader(mediaType);
  if (list !== null) {
    memory.hold(sizeBytes * copiesOfRecords);
    const text = Buffer.concat(chunks).toString('utf8');
    const records = [Buffer.from(list.read(isCut ? wholeRecords(text, list.ends) : text))];
    return writeDocument(records, chunks, { sink, memory });
  }
  return sink.whole({ format: textFormats.get(mediaType) ?? 'string', chunks });
}

const lineEnds = ['\n'];
const eventEnds = ['\n\n', '\r\n\r\n', '\r\r'];

/** How a list of records becomes a JSON list, and what ends a record; null if the text isn't one. */
function listReader(mediaType: string): { read: (text: string) => string; ends: readonly string[] } | null {
  if (isEventStream(mediaType)) return { read: listOfEvents, ends: eventEnds };
  if (isSequenceOfJson(mediaType)) return { read: listOfSequence, ends: lineEnds };
  return isListOfJson(mediaType) ? { read: listOfLines, ends: lineEnds } : null;
}

/** Converts tabs to commas, so that the result is a table and a file like any CSV; other text stays unchanged. */
async function writeTabs(chunks: readonly Buffer[], isCut: boolean, { sink, memory }: Target): Promise<void> {
  memory.hold(sizeOf(chunks) * (1 + copiesOfTabs));
  const text = Buffer.concat(chunks).toString('utf8');
  const csv = csvOfTabs(isCut ? wholeRecords(text, lineEnds) : text);
  if (csv !== null) return sink.whole({ format: 'csv', chunks: [Buffer.from(csv)] });
  warn(sink, "The response claims to be tab-separated values, but isn't.");
  return sink.whole({ format: 'string', chunks });
}

async function writeJson(
  { interruption }: HttpResponse,
  chunks: readonly Buffer[],
  target: Target,
): Promise<void> {
  if (interruption === null) return writeDocument(chunks, chunks, target);
  warn(target.sink, 'The response is JSON, but incomplete, so what arrived of it is shown as text.');
  return target.sink.whole({ format: 'string', chunks });
}

/** @param shown what is shown as text if the document isn't JSON */
async function writeDocument(
  chunks: readonly Buffer[],
  shown: readonly Buffer[],
  { sink, memory }: Target,
): Promise<void> {
  try {
    await writeJsonDocument(chunks, sizeOf(chunks), sink, memory);
  } catch (error) {
    if (!(error instanceof NotReadableJson)) throw error;
    warn(sink, refusals[error.reason]);
    return sink.whole({ format: 'string', chunks: shown });
  }
}

const refusals: Record<NotReadableJson['reason'], string> = {
  'not JSON': "The response claims to be JSON, but isn't.",
  'too deep': 'The response is JSON with more than 1,000 levels, so it is shown as text.',
};

const warn = (sink: ResultSink, message: string): void =>
  sink.log({ level: 'warning', message, atMs: Date.now() });

const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

const looksLikeJson = (front: Buffer): boolean => /^\s*[[{]/.test(front.toString('latin1'));
