import type { JsonValue } from '@/lib/base/json';
import { decoded } from '@/lib/base/text/decoded';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';

/** A file in an input's value. */
export interface FileValue {
  bytes: Uint8Array;
  contentType: string | null;
  name: string | null;
}

const dataAddress = /^data:([^,;]*)((?:;[^,;]*)*?)(;base64)?,(.*)$/s;

/**
 * Reads a file's value: base64, or a data address, `data:image/png;name=cat.png;base64,…`, which also has the type and
 * name. Throws for anything else.
 */
export function readFileValue(value: JsonValue): FileValue {
  if (typeof value !== 'string') throw refused();
  const match = dataAddress.exec(value);
  if (match === null) return { bytes: fromBase64(value), contentType: null, name: null };
  const [, type = '', options = '', isBase64, content = ''] = match;
  const name = /;name=([^;,]*)/.exec(options)?.[1];
  const isSafeType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type);
  return {
    bytes: isBase64 === undefined ? Buffer.from(decoded(content)) : fromBase64(content),
    contentType: isSafeType ? type : null,
    name: name === undefined ? null : decoded(name),
  };
}

function fromBase64(text: string): Uint8Array {
  const bare = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(bare)) throw refused();
  return Buffer.from(bare, 'base64');
}

function refused(): ConnectorError {
  return new ConnectorError('failed', 'A file must be base64, or a data: URL.');
}
