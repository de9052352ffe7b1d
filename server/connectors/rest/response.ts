import { csvOfTabs } from '@/lib/results/table/read-csv';
import type { HttpResponse } from '../_shared/http/http-types';
import { headerOf } from '../_shared/http/http-types';
import { NotReadableJson } from '../_shared/json/json-scanner';
import { writeJsonDocument } from '../_shared/json/write-json';
import type { MemoryShare } from '../_shared/memory-budget';
import type { ResultSink, WholeFormat } from '../result-sink';
import { fileNameOf } from './file-name';

/** Text that is rewritten is in memory as text, as cells, and as text again. */
const copiesOfTabs = 8;
const copiesOfLines = 4;

/**
 * Writes a response's body to the sink: as a table, a document, a text, or a file. Only a few rows of it are ever parsed
 * at a time.
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
  if (isJson(mediaType) || (mediaType === '' && looksLikeJson(body.front(64)))) {
    const chunks = inUtf8(body.chunks(), type);
    return writeJson(chunks, chunks, sink, memory);
  }
  if (!isText(mediaType) && (mediaType !== '' || !isUtf8(body.chunks()))) {
    const contentType = mediaType === '' ? 'application/octet-stream' : mediaType;
    return sink.whole({
      format: 'file',
      chunks: body.chunks(),
      file: { name: fileNameOf(response), contentType },
    });
  }
  if (mediaType === 'text/tab-separated-values') return writeTabs(response, type, sink, memory);
  if (isLinesOfJson(mediaType)) {
    memory.hold(body.sizeBytes * copiesOfLines);
    const lines = inUtf8(body.chunks(), type);
    return writeJson(listOfLines(lines), lines, sink, memory);
  }
  const charset = charsetOf(body.chunks(), type, sink);
  const chunks = inUtf8(body.chunks(), charset);
  return sink.whole({ format: textFormats.get(mediaType) ?? 'string', chunks });
}

/** The type with a charset, guessed if it names none and the text isn't UTF-8: then no letter is right but by chance. */
function charsetOf(chunks: readonly Buffer[], type: string, sink: ResultSink): string {
  if (/charset=/.test(type) || markOf(chunks) !== undefined || isUtf8(chunks)) return type;
  warn(
    sink,
    "The response doesn't say how its text is encoded, and it isn't UTF-8. It was read as windows-1252.",
  );
  return `${type}; charset=windows-1252`;
}

const textFormats = new Map<string, WholeFormat>([
  ['text/csv', 'csv'],
  ['text/markdown', 'markdown'],
]);

/** Converts tabs to commas, so that the result is a table and a file like any CSV; other text stays unchanged. */
async function writeTabs(
  { body }: HttpResponse,
  type: string,
  sink: ResultSink,
  memory: MemoryShare,
): Promise<void> {
  memory.hold(body.sizeBytes * (1 + copiesOfTabs));
  const chunks = inUtf8(body.chunks(), type);
  const csv = csvOfTabs(Buffer.concat(chunks).toString('utf8'));
  if (csv !== null) return sink.whole({ format: 'csv', chunks: [Buffer.from(csv)] });
  warn(sink, "The response claims to be tab-separated values, but isn't.");
  return sink.whole({ format: 'string', chunks });
}

/** @param shown what is shown as text if the document isn't JSON */
async function writeJson(
  chunks: readonly Buffer[],
  shown: readonly Buffer[],
  sink: ResultSink,
  memory: MemoryShare,
): Promise<void> {
  const sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
  try {
    await writeJsonDocument(chunks, sizeBytes, sink, memory);
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

const isJson = (mediaType: string): boolean => /^(application|text)\/(.*\+)?json$/.test(mediaType);

function isText(mediaType: string): boolean {
  return (
    (mediaType.startsWith('text/') ||
      /^application\/((.*\+)?(xml|yaml)|(x-)?(ndjson|jsonl|jsonlines|json-lines)|x-yaml|javascript|graphql|x-www-form-urlencoded)$/.test(
        mediaType,
      )) &&
    mediaType !== 'image/svg+xml'
  );
}

const isLinesOfJson = (mediaType: string): boolean =>
  /^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines)$/.test(mediaType);

/** Lines of JSON as one list, byte for byte: within JSON, line feeds only stand between values. */
function listOfLines(chunks: readonly Buffer[]): readonly Buffer[] {
  const lines = Buffer.concat(chunks)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [Buffer.from(`[${lines.join(',\n')}]`)];
}

function looksLikeJson(front: Buffer): boolean {
  return /^\s*[[{]/.test(front.toString('latin1'));
}

function isUtf8(chunks: readonly Buffer[]): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const chunk of chunks) {
      if (chunk.includes(0)) return false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

const marks: readonly [label: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const markOf = ([first]: readonly Buffer[]) =>
  marks.find(([, bytes]) => bytes.every((byte, index) => first?.[index] === byte));

/**
 * The text in UTF-8, without its byte order mark: a mark counts more than the charset that the response names, since only
 * one of them can be right. UTF-8 is assumed without either, or if it names an unknown charset.
 */
function inUtf8(chunks: readonly Buffer[], contentType: string): readonly Buffer[] {
  const [first] = chunks;
  const [marked, mark = []] = markOf(chunks) ?? [];
  const decoder = decoderOf(marked ?? /charset="?([^";\s]+)/.exec(contentType)?.[1] ?? 'utf-8');
  if (decoder.encoding !== 'utf-8') {
    const decoded = chunks.map((chunk) => Buffer.from(decoder.decode(chunk, { stream: true })));
    return [...decoded, Buffer.from(decoder.decode())];
  }
  return first === undefined || mark.length === 0
    ? chunks
    : [first.subarray(mark.length), ...chunks.slice(1)];
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
