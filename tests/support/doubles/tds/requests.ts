import { ByteReader } from './bytes';
import { readParameter, type WireValue } from './types';

/** A parameter of an RPC. */
export interface WireParameter {
  name: string;
  type: string;
  value: WireValue;
  isOutput: boolean;
}

/** What a client asks: a batch of SQL, or a procedure with parameters. */
export interface WireRequest {
  kind: 'batch' | 'rpc';
  /** The text of a batch or of `sp_executesql`; empty for any other procedure. */
  sql: string;
  /** The procedure of an RPC. */
  procedure: string | null;
  /** The declarations of `sp_executesql`. */
  declarations: string;
  parameters: WireParameter[];
  /** The open transaction's descriptor, as the client says in its headers. */
  transaction: bigint;
}

const spExecuteSql = 10;

export function readBatch(payload: Buffer): WireRequest {
  const reader = new ByteReader(payload);
  const transaction = readHeaders(reader);
  const sql = payload.subarray(reader.position).toString('utf16le');
  return { kind: 'batch', sql, procedure: null, declarations: '', parameters: [], transaction };
}

export function readRpc(payload: Buffer): WireRequest {
  const reader = new ByteReader(payload);
  const transaction = readHeaders(reader);
  const nameLength = reader.u16();
  const id = nameLength === 0xffff ? reader.u16() : null;
  const name = id === null ? reader.utf16(nameLength) : `#${id}`;
  reader.u16();
  const parameters: WireParameter[] = [];
  while (!reader.isAtEnd) {
    const parameter = reader.utf16(reader.u8());
    const status = reader.u8();
    parameters.push({ name: parameter, ...readParameter(reader), isOutput: (status & 0x01) !== 0 });
  }
  const isStatement = id === spExecuteSql || name.toLowerCase() === 'sp_executesql';
  if (!isStatement) {
    return { kind: 'rpc', sql: '', procedure: name, declarations: '', parameters, transaction };
  }
  const [sql, declarations] = parameters;
  return {
    kind: 'rpc',
    sql: String(sql?.value ?? ''),
    procedure: 'sp_executesql',
    declarations: String(declarations?.value ?? ''),
    parameters: parameters.slice(2),
    transaction,
  };
}

/** ALL_HEADERS: of these, the transaction descriptor. */
function readHeaders(reader: ByteReader): bigint {
  const end = reader.position + reader.u32();
  let transaction = 0n;
  while (reader.position < end) {
    const next = reader.position + reader.u32();
    if (reader.u16() === 2) transaction = reader.u64();
    reader.position = next;
  }
  return transaction;
}
