import type { Metadata } from 'tedious/lib/metadata-parser.js';
import { NotEnoughDataError } from 'tedious/lib/token/helpers.js';
import type StreamParser from 'tedious/lib/token/stream-parser.js';
import { isPLPStream, readValue } from 'tedious/lib/value-parser.js';
import { heldText } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';
import { decodeText } from './code-pages';
import { readExact, readSingle } from './exact-values';
import { readVariant } from './read-variant';

/** What the reader needs of the driver's parser: its buffer, and more of it. */
export type Source = Pick<StreamParser, 'buffer' | 'position' | 'options' | 'waitForChunk'>;

/** Called with the size of a value while it is received; throws if that is too much. */
export type OnBytes = (bytes: number) => void;

const plpNull = 0xffffffffffffffffn;
const noLength = 0xffffffff;

/** Types without a length before their value, and their sizes. */
const fixedSizes: Readonly<Record<string, number>> = {
  Money: 8,
  SmallMoney: 4,
  SmallDateTime: 4,
  DateTime: 8,
};
const exactTypes = new Set([
  'NumericN',
  'DecimalN',
  'MoneyN',
  'DateTimeN',
  'Date',
  'Time',
  'DateTime2',
  'DateTimeOffset',
  ...Object.keys(fixedSizes),
]);

/** Reads one value as a JSON cell, waiting for the rest of it. */
export async function readCell(source: Source, metadata: Metadata, onBytes: OnBytes): Promise<JsonValue> {
  if (isPLPStream(metadata)) return cellOf(source, metadata, await readChunks(source, onBytes));
  const { name } = metadata.type;
  if (name === 'Text' || name === 'NText' || name === 'Image') {
    return cellOf(source, metadata, await readLegacy(source, onBytes));
  }
  for (;;) {
    const cell = readShortCell(source, metadata);
    if (cell !== undefined) return cell;
    await source.waitForChunk();
  }
}

/** A value of at most 8000 bytes; undefined if it hasn't been received as a whole. */
export function readShortCell(source: Source, metadata: Metadata): JsonValue | undefined {
  const { name } = metadata.type;
  if (exactTypes.has(name)) return readExactCell(source, metadata);
  if (name === 'Variant') return readVariantCell(source);
  try {
    const { value, offset } = readValue(source.buffer, source.position, metadata, source.options);
    source.position = offset;
    return toJson(value, name === 'Real' || (name === 'FloatN' && metadata.dataLength === 4));
  } catch (error) {
    if (error instanceof NotEnoughDataError) return undefined;
    throw error;
  }
}

/** Whether a type's values can be read by `readShortCell`. */
export const isShort = (metadata: Metadata): boolean =>
  !isPLPStream(metadata) && !['Text', 'NText', 'Image'].includes(metadata.type.name);

function readExactCell(source: Source, { type, precision, scale }: Metadata): JsonValue | undefined {
  const { buffer, position } = source;
  const fixed = fixedSizes[type.name];
  const start = fixed === undefined ? position + 1 : position;
  if (start > buffer.length) return undefined;
  const size = fixed ?? buffer.readUInt8(position);
  if (start + size > buffer.length) return undefined;
  source.position = start + size;
  return size === 0
    ? null
    : readExact({ name: type.name, precision, scale }, buffer.subarray(start, start + size));
}

function readVariantCell(source: Source): JsonValue | undefined {
  const { buffer, position } = source;
  if (buffer.length < position + 4) return undefined;
  const size = buffer.readUInt32LE(position);
  if (buffer.length < position + 4 + size) return undefined;
  source.position = position + 4 + size;
  return size === 0 ? null : readVariant(buffer.subarray(position + 4, position + 4 + size), source.options);
}

/** A value as JSON: bytes as base64, like in every other source. */
export function toJson(value: unknown, isSingle: boolean): JsonValue {
  if (typeof value === 'number') return isSingle ? readSingle(value) : value;
  if (typeof value === 'string') return heldText(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return String(value);
}

function cellOf({ options }: Source, metadata: Metadata, bytes: Buffer | null): JsonValue {
  if (bytes === null) return null;
  switch (metadata.type.name) {
    case 'NVarChar':
    case 'NText':
    case 'Xml':
      return heldText(bytes.toString('utf16le'));
    case 'VarChar':
    case 'Text':
      return heldText(decodeText(bytes, metadata, options));
    default:
      return bytes.toString('base64');
  }
}

/** A long value in chunks, each with its length before it. */
async function readChunks(source: Source, onBytes: OnBytes): Promise<Buffer | null> {
  const total = (await take(source, 8)).readBigUInt64LE();
  if (total === plpNull) return null;
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for (;;) {
    const size = (await take(source, 4)).readUInt32LE();
    if (size === 0) return Buffer.concat(parts);
    sizeBytes += size;
    onBytes(sizeBytes);
    parts.push(await take(source, size));
  }
}

/** `text`, `ntext`, and `image`: a pointer and a timestamp, then the length. */
async function readLegacy(source: Source, onBytes: OnBytes): Promise<Buffer | null> {
  const pointerSize = (await take(source, 1)).readUInt8();
  if (pointerSize === 0) return null;
  await take(source, pointerSize + 8);
  const size = (await take(source, 4)).readUInt32LE();
  if (size === noLength) return null;
  onBytes(size);
  return take(source, size);
}

/** The next bytes, in time that grows with their number alone. */
async function take(source: Source, sizeBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let missing = sizeBytes; missing > 0; ) {
    if (source.position === source.buffer.length) await source.waitForChunk();
    const part = source.buffer.subarray(source.position, source.position + missing);
    source.position += part.length;
    missing -= part.length;
    parts.push(part);
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}
