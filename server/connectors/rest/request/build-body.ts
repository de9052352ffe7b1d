import { randomBytes } from 'node:crypto';
import { digitsOf, exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { jsonText } from '@/server/connectors/_shared/json/json-text';
import type { RestBody, RestPart } from '../executable';
import { readFileValue } from './file-value';
import { formEncode, percentEncode } from './percent';
import { serializeParameter } from './serialize-parameter';

type Values = Readonly<Record<string, JsonValue>>;

/** A body as bytes, and its `Content-Type`. */
export interface BuiltBody {
  contentType: string;
  bytes: Uint8Array;
}

/** The body with these values; null if none of it was filled in. */
export function buildBody(body: RestBody, values: Values): BuiltBody | null {
  if (body.wholeKey !== null) return wholeBody(body, values, body.wholeKey);
  const filledIn = body.parts.filter(({ key }) => Object.hasOwn(values, key));
  if (filledIn.length === 0) return null;
  switch (body.kind) {
    case 'json': {
      const members = filledIn.map(
        ({ key, name, numbers }) => `${JSON.stringify(name)}:${jsonText(values[key] ?? null, numbers)}`,
      );
      return { contentType: body.mediaType, bytes: Buffer.from(`{${members.join(',')}}`) };
    }
    case 'form':
      return { contentType: body.mediaType, bytes: Buffer.from(formText(body, filledIn, values)) };
    case 'multipart':
      return multipart(body.mediaType, filledIn, values);
    case 'text':
    case 'binary':
      throw new ConnectorError(
        'failed',
        'This command was saved in an outdated format. Sync it, then run it again.',
      );
  }
}

function wholeBody(body: RestBody, values: Values, key: string): BuiltBody | null {
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  if (value === undefined) return null;
  switch (body.kind) {
    case 'json':
      return { contentType: body.mediaType, bytes: Buffer.from(jsonText(value, body.numbers)) };
    case 'binary': {
      if (value === null) return null;
      const file = readFileValue(value);
      const isOpen = body.mediaType === '*/*' || body.mediaType.endsWith('/*');
      const contentType = isOpen ? (file.contentType ?? 'application/octet-stream') : body.mediaType;
      return { contentType, bytes: file.bytes };
    }
    case 'form':
    case 'multipart':
    case 'text': {
      const text = typeof value === 'string' ? (digitsOf(value) ?? value) : exactJson(value);
      return { contentType: body.mediaType, bytes: Buffer.from(text) };
    }
  }
}

function formText({ isPercentEncoded }: RestBody, parts: RestPart[], values: Values): string {
  const encode = isPercentEncoded === true ? percentEncode : formEncode;
  return parts.flatMap((part) => serializeParameter(part, values[part.key] ?? null, encode) ?? []).join('&');
}

/** RFC 7578, with names escaped as in browsers (the HTML standard's multipart/form-data encoding). */
function multipart(mediaType: string, parts: RestPart[], values: Values): BuiltBody {
  const boundary = `pushboard-${randomBytes(16).toString('hex')}`;
  const pieces = parts.flatMap((part) => {
    const value = values[part.key] ?? null;
    if (value === null) return [];
    // A list is one part per item (OpenAPI 3.1 §4.8.15.3), except one that is sent as JSON.
    const items = Array.isArray(value) && !isJson(part) ? value : [value];
    return items.map((item) => multipartPiece(boundary, part, item));
  });
  const end = Buffer.from(`--${boundary}--\r\n`);
  return { contentType: `${mediaType}; boundary=${boundary}`, bytes: Buffer.concat([...pieces.flat(), end]) };
}

const isJson = ({ contentType, isText }: RestPart): boolean =>
  isText !== true && contentType !== undefined && /\bjson\b/.test(contentType);

function multipartPiece(boundary: string, part: RestPart, value: JsonValue): Buffer[] {
  const name = escapeName(part.name);
  if (part.isFile) {
    const file = readFileValue(value);
    const type = part.contentType ?? file.contentType ?? 'application/octet-stream';
    const fileName = escapeName(file.name ?? part.name);
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
      `Content-Type: ${type}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(file.bytes), Buffer.from('\r\n')];
  }
  const isStructured = isJson(part) || (value !== null && typeof value === 'object');
  const type = part.contentType ?? (isStructured ? 'application/json' : null);
  const text = isStructured ? jsonText(value, part.numbers) : (digitsOf(value) ?? String(value));
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n` +
    (type === null ? '' : `Content-Type: ${type}\r\n`);
  return [Buffer.from(`${head}\r\n${text}\r\n`)];
}

function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
