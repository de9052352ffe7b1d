import { type ByteReader, ByteWriter } from './bytes';
import { daysOf, daysSince1900, inUtc, offsetMinutesOf, timeBytes, unitsOf } from './moments';

/**
 * A value as a test writes it: decimals, money, and moments as text, bytes as a buffer. Independent of how the connector
 * and its driver represent values.
 */
export type WireValue = string | number | bigint | boolean | Buffer | null;

/** A type as in a declaration, e.g. `decimal(12,2)`. */
interface Declared {
  name: string;
  /** A length, a precision, or a scale; -1 for `max`. */
  first: number | undefined;
  second: number | undefined;
}

const collation = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
const nullLength = 0xffff;
const maxLength = 0xffff;
const plpNull = 0xffffffffffffffffn;

function readDeclared(declaration: string): Declared {
  const [, name = '', first, second] =
    /^(\w+)(?:\(\s*(max|\d+)\s*(?:,\s*(\d+)\s*)?\))?$/i.exec(declaration.trim()) ?? [];
  if (name === '') throw new Error(`The double doesn't know the type ${declaration}`);
  const measure = first === undefined ? undefined : first.toLowerCase() === 'max' ? -1 : Number(first);
  return {
    name: name.toLowerCase(),
    first: measure,
    second: second === undefined ? undefined : Number(second),
  };
}

/** How one type is described and written. Values of nullable types carry their length. */
interface Codec {
  info(writer: ByteWriter, type: Declared): void;
  value(writer: ByteWriter, value: Exclude<WireValue, null>, type: Declared): void;
  none(writer: ByteWriter, type: Declared): void;
}

const emptyLength = (writer: ByteWriter): void => void writer.u8(0);

function sized(id: number, sizeBytes: number, write: (writer: ByteWriter, value: string) => void): Codec {
  return {
    info: (writer) => void writer.u8(id, sizeBytes),
    value: (writer, value) => {
      writer.u8(sizeBytes);
      write(writer, String(value));
    },
    none: emptyLength,
  };
}

const integer = (sizeBytes: number): Codec =>
  sized(0x26, sizeBytes, (writer, value) => {
    writer.unsigned(BigInt.asUintN(sizeBytes * 8, BigInt(value)), sizeBytes);
  });

/** The digits of a decimal text as an integer with this scale. */
function scaled(text: string, scale: number): bigint {
  const [, sign, whole = '0', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = BigInt(`${whole || '0'}${fraction.padEnd(scale, '0').slice(0, scale)}`);
  return sign === '-' ? -digits : digits;
}

const decimal = (id: number): Codec => ({
  info: (writer, { first = 18, second = 0 }) => void writer.u8(id, 17, first, second),
  value: (writer, value, { first = 18, second = 0 }) => {
    const number = scaled(String(value), second);
    const sizeBytes = first <= 9 ? 4 : first <= 19 ? 8 : first <= 28 ? 12 : 16;
    writer.u8(sizeBytes + 1, number < 0n ? 0 : 1).unsigned(number < 0n ? -number : number, sizeBytes);
  },
  none: emptyLength,
});

function time(writer: ByteWriter, text: string, scale: number): void {
  writer.unsigned(unitsOf(text, scale), timeBytes(scale));
}

function moment(id: number, extraBytes: number, rest: (writer: ByteWriter, text: string) => void): Codec {
  return {
    info: (writer, { first = 7 }) => void writer.u8(id, first),
    value: (writer, value, { first = 7 }) => {
      const text = id === 0x2b ? inUtc(String(value)) : String(value);
      writer.u8(timeBytes(first) + extraBytes);
      time(writer, text, first);
      if (extraBytes >= 3) writer.unsigned(BigInt(daysOf(text)), 3);
      rest(writer, String(value));
    },
    none: emptyLength,
  };
}

/** Texts and bytes: up to 8000 bytes with a length before them, `max` in chunks. */
function lengthy(
  id: number,
  bytesPer: number,
  toBytes: (value: unknown) => Buffer,
  hasCollation: boolean,
): Codec {
  return {
    info: (writer, { first = 1 }) => {
      writer.u8(id).u16(first === -1 ? maxLength : first * bytesPer);
      if (hasCollation) writer.bytes(collation);
    },
    value: (writer, value, { first }) => {
      const bytes = toBytes(value);
      if (first !== -1) return void writer.u16(bytes.length).bytes(bytes);
      chunks(writer, bytes);
    },
    none: (writer, { first }) => void (first === -1 ? writer.u64(plpNull) : writer.u16(nullLength)),
  };
}

function chunks(writer: ByteWriter, bytes: Buffer): void {
  writer.u64(BigInt(bytes.length));
  for (let at = 0; at < bytes.length; at += 2_000) {
    const chunk = bytes.subarray(at, at + 2_000);
    writer.u32(chunk.length).bytes(chunk);
  }
  writer.u32(0);
}

const utf16 = (value: unknown): Buffer => Buffer.from(String(value), 'utf16le');
const latin1 = (value: unknown): Buffer => Buffer.from(String(value), 'latin1');
const raw = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)));

const sizedBinary = (sizeBytes: number): Codec => ({
  info: (writer) => void writer.u8(0xad).u16(sizeBytes),
  value: (writer, value) => void writer.u16(sizeBytes).bytes(raw(value)),
  none: (writer) => void writer.u16(nullLength),
});

/** The legacy types, with a text pointer and a timestamp before each value. */
const legacy = (id: number, toBytes: (value: unknown) => Buffer): Codec => ({
  info: (writer) => {
    writer.u8(id).i32(0x7fffffff);
    if (id !== 0x22) writer.bytes(collation);
    writer.u8(1).text('t');
  },
  value: (writer, value) => {
    const bytes = toBytes(value);
    writer.u8(16).bytes(Buffer.alloc(24)).u32(bytes.length).bytes(bytes);
  },
  none: emptyLength,
});

function guidBytes(text: string): Buffer {
  const hex = Buffer.from(text.replaceAll('-', ''), 'hex');
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  return Buffer.from(order.map((index) => hex[index] ?? 0));
}

function float(writer: ByteWriter, sizeBytes: number, value: string): void {
  const buffer = Buffer.alloc(sizeBytes);
  if (sizeBytes === 4) buffer.writeFloatLE(Number(value));
  else buffer.writeDoubleLE(Number(value));
  writer.bytes(buffer);
}

const codecs: Readonly<Record<string, Codec>> = {
  tinyint: integer(1),
  smallint: integer(2),
  int: integer(4),
  bigint: integer(8),
  bit: sized(0x68, 1, (writer, value) => void writer.u8(/^(true|1)$/.test(value) ? 1 : 0)),
  real: sized(0x6d, 4, (writer, value) => float(writer, 4, value)),
  float: sized(0x6d, 8, (writer, value) => float(writer, 8, value)),
  smallmoney: sized(0x6e, 4, (writer, value) => void writer.i32(Number(scaled(value, 4)))),
  money: sized(0x6e, 8, (writer, value) => {
    const number = BigInt.asUintN(64, scaled(value, 4));
    writer.u32(Number(number >> 32n)).u32(Number(number & 0xffffffffn));
  }),
  smalldatetime: sized(0x6f, 4, (writer, value) => {
    writer.u16(daysSince1900(value)).u16(Number(unitsOf(value, 0)) / 60);
  }),
  datetime: sized(0x6f, 8, (writer, value) => {
    writer.i32(daysSince1900(value)).u32(Math.round((Number(unitsOf(value, 3)) * 3) / 10));
  }),
  decimal: decimal(0x6a),
  numeric: decimal(0x6c),
  date: {
    info: (writer) => void writer.u8(0x28),
    value: (writer, value) => void writer.u8(3).unsigned(BigInt(daysOf(String(value))), 3),
    none: emptyLength,
  },
  time: moment(0x29, 0, () => {}),
  datetime2: moment(0x2a, 3, () => {}),
  datetimeoffset: moment(
    0x2b,
    5,
    (writer, text) => void writer.unsigned(BigInt.asUintN(16, BigInt(offsetMinutesOf(text))), 2),
  ),
  uniqueidentifier: sized(0x24, 16, (writer, value) => void writer.bytes(guidBytes(value))),
  varchar: lengthy(0xa7, 1, latin1, true),
  char: lengthy(0xaf, 1, latin1, true),
  nvarchar: lengthy(0xe7, 2, utf16, true),
  nchar: lengthy(0xef, 2, utf16, true),
  varbinary: lengthy(0xa5, 1, raw, false),
  binary: lengthy(0xad, 1, raw, false),
  rowversion: sizedBinary(8),
  text: legacy(0x23, latin1),
  ntext: legacy(0x63, utf16),
  image: legacy(0x22, raw),
  xml: {
    info: (writer) => void writer.u8(0xf1, 0),
    value: (writer, value) => chunks(writer, utf16(value)),
    none: (writer) => void writer.u64(plpNull),
  },
  hierarchyid: {
    info: (writer) =>
      void writer.u8(0xf0).u16(892).shortText('db').shortText('sys').shortText('hierarchyid').text(''),
    value: (writer, value) => chunks(writer, raw(value)),
    none: (writer) => void writer.u64(plpNull),
  },
  sql_variant: {
    info: (writer) => void writer.u8(0x62).u32(8009),
    // Of an nvarchar: its type, its collation, and the most bytes that it may have.
    value: (writer, value) => {
      const bytes = utf16(value);
      writer
        .u32(bytes.length + 9)
        .u8(0xe7, 7)
        .bytes(collation)
        .u16(8000)
        .bytes(bytes);
    },
    none: (writer) => void writer.u32(0),
  },
};

function codecOf(type: Declared): Codec {
  const codec = Object.hasOwn(codecs, type.name) ? codecs[type.name] : undefined;
  if (codec === undefined) throw new Error(`The double doesn't write the type ${type.name}`);
  return codec;
}

/** The TYPE_INFO of a type. */
export function typeInfo(declaration: string): Buffer {
  const type = readDeclared(declaration);
  const writer = new ByteWriter();
  codecOf(type).info(writer, type);
  return writer.end();
}

/** A value of a type as in a ROW. */
export function valueBytes(declaration: string, value: WireValue): Buffer {
  const type = readDeclared(declaration);
  const writer = new ByteWriter();
  if (value === null) codecOf(type).none(writer, type);
  else codecOf(type).value(writer, value, type);
  return writer.end();
}

/** Reads a parameter of the types that the connector binds. */
export function readParameter(reader: ByteReader): { type: string; value: WireValue } {
  const id = reader.u8();
  switch (id) {
    case 0x26:
      reader.u8();
      return { type: 'int', value: readInteger(reader) };
    case 0x6d: {
      const type = reader.u8() === 4 ? 'real' : 'float';
      const size = reader.u8();
      return {
        type,
        value:
          size === 0 ? null : size === 4 ? reader.bytes(4).readFloatLE() : reader.bytes(8).readDoubleLE(),
      };
    }
    case 0xe7:
    case 0xa5: {
      const declared = reader.u16();
      if (id === 0xe7) reader.bytes(5);
      const bytes = declared === maxLength ? readChunks(reader) : readShort(reader);
      const value = bytes === null || id === 0xa5 ? bytes : bytes.toString('utf16le');
      return { type: id === 0xa5 ? 'varbinary' : 'nvarchar', value };
    }
    default:
      return { type: `0x${id.toString(16)}`, value: skipEmpty(reader, id) };
  }
}

/** Parameters that are only returned have no value; the text of the statement says their type. */
function skipEmpty(reader: ByteReader, id: number): null {
  if (id === 0x6a || id === 0x6c) reader.bytes(3);
  else if (id !== 0x28) reader.u8();
  const size = reader.u8();
  if (size !== 0) throw new Error(`The double doesn't read a value of the type 0x${id.toString(16)}`);
  return null;
}

function readInteger(reader: ByteReader): bigint | null {
  const size = reader.u8();
  if (size === 0) return null;
  const bytes = reader.bytes(size);
  return size === 8 ? bytes.readBigInt64LE() : BigInt(bytes.readIntLE(0, size));
}

function readShort(reader: ByteReader): Buffer | null {
  const size = reader.u16();
  return size === nullLength ? null : reader.bytes(size);
}

function readChunks(reader: ByteReader): Buffer | null {
  if (reader.u64() === plpNull) return null;
  const parts: Buffer[] = [];
  for (let size = reader.u32(); size !== 0; size = reader.u32()) parts.push(reader.bytes(size));
  return Buffer.concat(parts);
}
