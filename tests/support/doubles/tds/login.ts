import { ByteReader, ByteWriter } from './bytes';

/** Whether a session is encrypted: not at all, or from the login on. */
export type Encryption = 'off' | 'on';

const encryptionBytes = { off: 0x02, on: 0x01 } as const;

/** The server's PRELOGIN: its version, and whether it encrypts. */
export function preloginResponse(encryption: Encryption, asksForToken: boolean): Buffer {
  const options: [number, Buffer][] = [
    [0x00, Buffer.from([16, 0, 0x10, 0x51, 0, 0])],
    [0x01, Buffer.from([encryptionBytes[encryption]])],
    ...(asksForToken ? [[0x06, Buffer.from([1])] as [number, Buffer]] : []),
  ];
  const header = new ByteWriter();
  let offset = options.length * 5 + 1;
  for (const [token, data] of options) {
    header.u8(token, offset >> 8, offset & 0xff, data.length >> 8, data.length & 0xff);
    offset += data.length;
  }
  header.u8(0xff);
  return Buffer.concat([header.end(), ...options.map(([, data]) => data)]);
}

/** What a client asks for in its PRELOGIN. */
export function readPrelogin(payload: Buffer): { encrypts: boolean; asksForToken: boolean } {
  const found = new Map<number, Buffer>();
  for (let at = 0; payload[at] !== 0xff; at += 5) {
    const offset = payload.readUInt16BE(at + 1);
    found.set(payload.readUInt8(at), payload.subarray(offset, offset + payload.readUInt16BE(at + 3)));
  }
  return { encrypts: found.get(0x01)?.[0] === 0x01, asksForToken: found.get(0x06)?.[0] === 0x01 };
}

/** A client's LOGIN7. */
export interface Login {
  username: string;
  password: string;
  database: string;
  application: string;
  /** The access token of a login through Microsoft Entra; null for a login of SQL Server. */
  token: string | null;
}

export function readLogin(payload: Buffer): Login {
  const part = (at: number): Buffer => {
    const offset = payload.readUInt16LE(at);
    return payload.subarray(offset, offset + payload.readUInt16LE(at + 2) * 2);
  };
  const password = Buffer.from(part(44).map((byte) => swapped(byte ^ 0xa5)));
  return {
    username: part(40).toString('utf16le'),
    password: password.toString('utf16le'),
    database: part(68).toString('utf16le'),
    application: part(48).toString('utf16le'),
    token: readToken(payload),
  };
}

const swapped = (byte: number): number => ((byte & 0x0f) << 4) | (byte >> 4);

/** The FEDAUTH feature with the security token library. */
function readToken(payload: Buffer): string | null {
  const hasExtension = (payload.readUInt8(27) & 0x10) !== 0;
  if (!hasExtension) return null;
  const reader = new ByteReader(payload, payload.readUInt32LE(payload.readUInt16LE(56)));
  for (let feature = reader.u8(); feature !== 0xff; feature = reader.u8()) {
    const data = new ByteReader(reader.bytes(reader.u32()));
    if (feature !== 0x02) continue;
    data.u8();
    return data.bytes(data.u32()).toString('utf16le');
  }
  return null;
}
