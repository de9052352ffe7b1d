import { csvOfTabs } from '@/lib/csv/read-csv';
import type { HttpAnswer } from '../_shared/http/http-types';
import { headerOf } from '../_shared/http/http-types';
import type { MemoryShare } from '../_shared/memory-budget';
import type { ResultSink, WholeFormat } from '../types';
import { fileNameOf } from './file-name';
import { scanJson, sendRows, tableColumns } from './json-rows';
import { NotReadableJson } from './json-scanner';

/** Text that is rewritten is in memory as text, as cells, and as text again. */
const copiesOfTabs = 8;

/**
 * Puts a response's body where it can be seen: as a table, a document, a text or a file. Nothing of it is built in
 * memory but for a few rows at a time.
 *
 * @param memory holds the body
 */
export async function tellAnswer(
  answer: HttpAnswer,
  method: string,
  sink: ResultSink,
  memory: MemoryShare,
): Promise<void> {
  const { body } = answer;
  if (body.sizeBytes === 0 || method === 'head') return;
  const type = (headerOf(answer, 'content-type') ?? '').toLowerCase();
  const mediaType = type.split(';')[0]?.trim() ?? '';
  if (isJson(mediaType) || (mediaType === '' && looksLikeJson(body.front(64))))
    return tellJson(answer, sink, memory);
  if (!isText(mediaType) && (mediaType !== '' || !isUtf8(body.chunks()))) {
    const contentType = mediaType === '' ? 'application/octet-stream' : mediaType;
    return sink.whole({
      format: 'file',
      chunks: body.chunks(),
      file: { name: fileNameOf(answer), contentType },
    });
  }
  if (mediaType === 'text/tab-separated-values') return tellTabs(answer, type, sink, memory);
  return sink.whole({ format: textFormats.get(mediaType) ?? 'string', chunks: inUtf8(body.chunks(), type) });
}

const textFormats = new Map<string, WholeFormat>([
  ['text/csv', 'csv'],
  ['text/markdown', 'markdown'],
]);

/** Tabs become commas, so that it is a table and a file like any CSV; what is no table stays as it is. */
async function tellTabs(
  { body }: HttpAnswer,
  type: string,
  sink: ResultSink,
  memory: MemoryShare,
): Promise<void> {
  memory.hold(body.sizeBytes * (1 + copiesOfTabs));
  const chunks = inUtf8(body.chunks(), type);
  const csv = csvOfTabs(Buffer.concat(chunks).toString('utf8'));
  if (csv !== null) return sink.whole({ format: 'csv', chunks: [Buffer.from(csv)] });
  warn(sink, 'The answer says that it is a table divided by tabs, and is none.');
  return sink.whole({ format: 'string', chunks });
}

async function tellJson({ body }: HttpAnswer, sink: ResultSink, memory: MemoryShare): Promise<void> {
  const chunks = withoutMark(body.chunks());
  const { sizeBytes } = body;
  try {
    const columns = tableColumns(await scanJson(chunks), sizeBytes);
    if (columns === null) return await sink.whole({ format: 'json', chunks });
    return await sendRows(chunks, columns, sink, (bytes) => memory.hold(sizeBytes + bytes));
  } catch (error) {
    if (!(error instanceof NotReadableJson)) throw error;
    warn(sink, refusals[error.reason]);
    return sink.whole({ format: 'string', chunks: inUtf8(chunks, '') });
  }
}

const refusals: Record<NotReadableJson['reason'], string> = {
  'not JSON': 'The answer says that it is JSON, and is none.',
  'too deep': 'The answer is JSON with more than 1,000 levels, and is shown as text.',
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

/** Without the byte order mark that some write before JSON. */
function withoutMark(chunks: readonly Buffer[]): readonly Buffer[] {
  const [first, ...others] = chunks;
  const hasMark = first !== undefined && first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf;
  return hasMark ? [first.subarray(3), ...others] : chunks;
}

/** As it came where it is UTF-8, which it is taken for where it names no charset, or one that nobody knows. */
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
