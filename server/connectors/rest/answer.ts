import { csvOfTabs } from '@/lib/csv/read-csv';
import type { JsonValue } from '@/lib/json';
import { readJsonCell } from '../_shared/exact-json';
import { type HttpAnswer, headerOf } from '../_shared/http/http-types';
import type { ResultSink, WholeAnswer } from '../types';

/** A table has its columns from its rows, so there must not be too many. */
const mostColumns = 500;

/** Puts an answer's body where it can be seen: as a table, a document, a text or a file. */
export async function tellAnswer(answer: HttpAnswer, method: string, sink: ResultSink): Promise<void> {
  if (answer.body.length === 0 || method === 'head') return;
  const type = (headerOf(answer, 'content-type') ?? '').toLowerCase();
  const mediaType = type.split(';')[0]?.trim() ?? '';
  if (isJson(mediaType) || (mediaType === '' && looksLikeJson(answer.body)))
    return tellJson(answer.body, sink);
  if (!isText(mediaType) && (mediaType !== '' || !isUtf8(answer.body)))
    return sink.whole(fileOf(answer, mediaType));
  const content = decoded(answer.body, type);
  switch (mediaType) {
    case 'text/csv':
      return sink.whole({ format: 'csv', content });
    case 'text/tab-separated-values':
      return tellTabs(content, sink);
    case 'text/markdown':
      return sink.whole({ format: 'markdown', content });
    default:
      return sink.whole({ format: 'string', content });
  }
}

/** Tabs become commas, so that it is a table and a file like any CSV; what is no table stays as it is. */
function tellTabs(content: string, sink: ResultSink): void {
  const csv = csvOfTabs(content);
  sink.whole(csv === null ? { format: 'string', content } : { format: 'csv', content: csv });
  if (csv !== null) return;
  sink.log({
    level: 'warning',
    message: 'The answer says that it is a table divided by tabs, and is none.',
    atMs: Date.now(),
  });
}

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

function looksLikeJson(body: Buffer): boolean {
  return /^\s*[[{]/.test(body.toString('latin1', 0, 64));
}

function isUtf8(body: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return !body.includes(0);
  } catch {
    return false;
  }
}

/** In the charset that the answer names; UTF-8 where it names none, or one that nobody knows. */
function decoded(body: Buffer, contentType: string): string {
  const label = /charset="?([^";\s]+)/.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

async function tellJson(body: Buffer, sink: ResultSink): Promise<void> {
  const text = decoded(body, '');
  let content: JsonValue;
  try {
    content = readJsonCell(text);
  } catch {
    sink.log({
      level: 'warning',
      message: 'The answer says that it is JSON, and is none.',
      atMs: Date.now(),
    });
    return sink.whole({ format: 'string', content: text });
  }
  const columns = columnsOf(content);
  if (columns === null || !Array.isArray(content)) return sink.whole({ format: 'json', content });
  sink.table(columns.map((name) => ({ name, type: '' })));
  for (const row of content) await sink.row(columns.map((name) => cellOf(row, name)));
}

/** The keys of a flat list of objects (decisions §5), in the order they come up; null where it is none. */
function columnsOf(content: JsonValue): string[] | null {
  if (!Array.isArray(content) || content.length === 0) return null;
  const columns = new Set<string>();
  for (const row of content) {
    if (row === null || typeof row !== 'object' || Array.isArray(row)) return null;
    for (const [key, value] of Object.entries(row)) {
      if (value !== null && typeof value === 'object') return null;
      columns.add(key);
    }
    if (columns.size > mostColumns) return null;
  }
  return columns.size === 0 ? null : [...columns];
}

function cellOf(row: JsonValue, key: string): JsonValue {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return null;
  return Object.hasOwn(row, key) ? (row[key] ?? null) : null;
}

function fileOf(answer: HttpAnswer, mediaType: string): WholeAnswer {
  return {
    format: 'file',
    content: {
      name: fileNameOf(answer),
      contentType: mediaType === '' ? 'application/octet-stream' : mediaType,
      sizeBytes: answer.body.length,
      base64: answer.body.toString('base64'),
    },
  };
}

/** As the answer names it (RFC 6266), else the last part of its address; never more than a name. */
function fileNameOf(answer: HttpAnswer): string {
  const disposition = headerOf(answer, 'content-disposition') ?? '';
  const extended = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const last = new URL(answer.address).pathname.split('/').pop();
  const name = decodedName(extended ?? plain ?? last ?? '');
  return (
    name
      .replace(/[\p{Cc}/\\]/gu, '')
      .replace(/^\.+/, '')
      .slice(0, 200) || 'file'
  );
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
