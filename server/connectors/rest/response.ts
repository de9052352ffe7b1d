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
  if (isJson(mediaType) || (mediaType === '' && looksLikeJson(body.front(64))))
    return writeJson(response, sink, memory);
  if (!isText(mediaType) && (mediaType !== '' || !isUtf8(body.chunks()))) {
    const contentType = mediaType === '' ? 'application/octet-stream' : mediaType;
    return sink.whole({
      format: 'file',
      chunks: body.chunks(),
      file: { name: fileNameOf(response), contentType },
    });
  }
  if (mediaType === 'text/tab-separated-values') return writeTabs(response, type, sink, memory);
  return sink.whole({ format: textFormats.get(mediaType) ?? 'string', chunks: inUtf8(body.chunks(), type) });
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

async function writeJson({ body }: HttpResponse, sink: ResultSink, memory: MemoryShare): Promise<void> {
  const chunks = withoutMark(body.chunks());
  try {
    await writeJsonDocument(chunks, body.sizeBytes, sink, memory);
  } catch (error) {
    if (!(error instanceof NotReadableJson)) throw error;
    warn(sink, refusals[error.reason]);
    return sink.whole({ format: 'string', chunks: inUtf8(chunks, '') });
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
      /^application\/((.*\+)?(xml|yaml)|x-ndjson|x-yaml|javascript|graphql|x-www-form-urlencoded)$/.test(
        mediaType,
      )) &&
    mediaType !== 'image/svg+xml'
  );
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

/** Without the byte order mark that some servers write before JSON. */
function withoutMark(chunks: readonly Buffer[]): readonly Buffer[] {
  const [first, ...others] = chunks;
  const hasMark = first !== undefined && first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf;
  return hasMark ? [first.subarray(3), ...others] : chunks;
}

/** Unchanged if it is UTF-8, which is assumed if it names no charset, or an unknown one. */
function inUtf8(chunks: readonly Buffer[], contentType: string): readonly Buffer[] {
  const label = /charset="?([^";\s]+)/.exec(contentType)?.[1] ?? 'utf-8';
  const decoder = decoderOf(label);
  if (decoder.encoding === 'utf-8') return withoutMark(chunks);
  const decoded = chunks.map((chunk) => Buffer.from(decoder.decode(chunk, { stream: true })));
  return [...decoded, Buffer.from(decoder.decode())];
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
