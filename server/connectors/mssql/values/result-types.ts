import type { Metadata } from 'tedious/lib/metadata-parser.js';

const most = 0xffff;
/** The user type of a `rowversion`, whose values are otherwise those of `binary(8)`. */
const rowversion = 0x50;
const integers: Readonly<Record<number, string>> = { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' };

/** The name of a result's type, as in a declaration: `decimal(12,2)`, `nvarchar(max)`. */
export function typeNameOf(metadata: Metadata): string {
  const { type, dataLength = 0, precision, scale, udtInfo } = metadata;
  if (metadata.userType === rowversion) return 'rowversion';
  switch (type.name) {
    case 'IntN':
      return integers[dataLength] ?? 'int';
    case 'BitN':
      return 'bit';
    case 'FloatN':
      return dataLength === 4 ? 'real' : 'float';
    case 'MoneyN':
      return dataLength === 4 ? 'smallmoney' : 'money';
    case 'DateTimeN':
      return dataLength === 4 ? 'smalldatetime' : 'datetime';
    case 'DecimalN':
      return `decimal(${precision},${scale})`;
    case 'NumericN':
      return `numeric(${precision},${scale})`;
    case 'VarChar':
    case 'Char':
    case 'VarBinary':
    case 'Binary':
      return `${type.name.toLowerCase()}(${dataLength === most ? 'max' : dataLength})`;
    case 'NVarChar':
    case 'NChar':
      return `${type.name.toLowerCase()}(${dataLength === most ? 'max' : dataLength / 2})`;
    case 'Time':
    case 'DateTime2':
    case 'DateTimeOffset':
      return `${type.name.toLowerCase()}(${scale})`;
    case 'Variant':
      return 'sql_variant';
    case 'UDT':
      return udtInfo?.typeName ?? 'udt';
    default:
      return type.name.toLowerCase();
  }
}
