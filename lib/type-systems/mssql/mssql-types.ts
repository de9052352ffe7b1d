import type { Constraints, FormComponent, InputType, JsonType, TextInputType } from '@/lib/inputs/input';
import { decimalConstraints } from '@/lib/type-systems/decimal-constraints';
import { MINUTES, THREE_HUNDREDTHS } from '@/lib/type-systems/kept/kept-seconds';
import { binaryConstraints } from '@/lib/type-systems/mssql/mssql-texts';
import { uuidConstraints } from '@/lib/type-systems/uuid';

/**
 * A type as SQL Server's catalog describes a parameter (`sys.types`, `sys.parameters`).
 *
 * @see https://learn.microsoft.com/sql/t-sql/data-types/data-types-transact-sql for every limit that has no other source
 */
export interface MssqlType {
  name: string;
  /** In bytes, as `max_length`: -1 for `max`. Types without a length leave it out. */
  maxBytes?: number;
  precision?: number;
  scale?: number;
  /** Of texts in a charset, its label in the Encoding Standard. */
  charset?: string;
}

interface Control {
  jsonType: JsonType;
  component: FormComponent;
  inputType: TextInputType | null;
  constraints: Constraints;
}

const LARGEST = 2147483647;
const MOST_BINARY = 8000;
const FINEST = 7;

const number = (constraints: Constraints): Control => ({
  jsonType: 'number',
  component: 'b-input',
  inputType: 'number',
  constraints,
});
const text = (constraints: Constraints, inputType: TextInputType = 'text'): Control => ({
  jsonType: 'string',
  component: 'b-input',
  inputType,
  constraints,
});
const moment = (component: FormComponent, minimum?: string, maximum?: string): Control => ({
  jsonType: 'string',
  component,
  inputType: null,
  constraints: {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  },
});

function keeping(ticksPerSecond: number, control: Control): Control {
  return { ...control, constraints: { ...control.constraints, ticksPerSecond } };
}

/** With a scale below seven, which is what the server keeps at most. */
const scaled = (scale: number | undefined, control: Control): Control =>
  scale === undefined || scale >= FINEST ? control : keeping(10 ** scale, control);

const float: Constraints = { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE };
const real: Constraints = { minimum: -3.4028235e38, maximum: 3.4028235e38 };
const binary = (maxLength: number): Control =>
  text({ maxLength, ...binaryConstraints }, maxLength > MOST_BINARY ? 'textarea' : 'text');

/** The types whose limits depend on nothing else. */
const fixed: Readonly<Record<string, Control>> = {
  tinyint: number({ minimum: 0, maximum: 255, step: 1 }),
  smallint: number({ minimum: -32768, maximum: 32767, step: 1 }),
  int: number({ minimum: -2147483648, maximum: 2147483647, step: 1 }),
  bigint: number({ minimum: '-9223372036854775808', maximum: '9223372036854775807', step: 1 }),
  bit: {
    jsonType: 'boolean',
    component: 'b-checkbox',
    inputType: null,
    constraints: { minimum: 0, maximum: 1, step: 1 },
  },
  // The documents' bounds, which are the same on both sides; the server's own differ in the last digit of one.
  money: number({ minimum: '-922337203685477.5808', maximum: '922337203685477.5808', step: '0.0001' }),
  smallmoney: number({ minimum: '-214748.3647', maximum: '214748.3647', step: '0.0001' }),
  real: number(real),
  ntext: text({ maxLength: 1073741823 }, 'textarea'),
  image: binary(LARGEST),
  date: moment('b-datepicker', '0000-01-01', '9999-12-31'),
  datetime: keeping(THREE_HUNDREDTHS, moment('b-datetimepicker', '1753-01-01', '9999-12-31')),
  smalldatetime: keeping(MINUTES, moment('b-datetimepicker', '1900-01-01', '2079-06-06')),
  uniqueidentifier: text(uuidConstraints),
  xml: text({ maxLength: LARGEST }, 'textarea'),
  json: { jsonType: 'object', component: 'json', inputType: null, constraints: {} },
  // https://learn.microsoft.com/sql/t-sql/data-types/sql-variant-transact-sql: at most 8,000 bytes of a value.
  sql_variant: text({ maxLength: 8000 }),
  // https://learn.microsoft.com/sql/t-sql/data-types/hierarchyid-data-type-method-reference: levels between slashes.
  hierarchyid: text({
    pattern: '\\/(?:-?\\d[\\d.\\-]*\\/)*',
    validationMessage: 'Must be of form: /1/2/3/',
  }),
  // Well-known text; the server parses it.
  geography: text({}, 'textarea'),
  geometry: text({}, 'textarea'),
  rowversion: binary(8),
  timestamp: binary(8),
  sysname: text({ maxLength: 128 }),
};

/** The types with a length, a precision, or a scale. */
const measured: Readonly<Record<string, (type: MssqlType) => Control>> = {
  decimal: ({ precision = 18, scale = 0 }) => number(decimalConstraints(precision, scale)),
  numeric: ({ precision = 18, scale = 0 }) => number(decimalConstraints(precision, scale)),
  datetime2: ({ scale }) => scaled(scale, moment('b-datetimepicker', '0000-01-01', '9999-12-31')),
  datetimeoffset: ({ scale }) => scaled(scale, moment('b-datetimepicker', '0000-01-01', '9999-12-31')),
  time: ({ scale }) => scaled(scale, moment('b-timepicker')),
  // Up to 24 bits of mantissa are kept in single precision.
  float: ({ precision = 53 }) => number(precision <= 24 ? real : float),
  char: ({ maxBytes = 1, charset }) => inCharset(charset, text({ maxLength: maxBytes })),
  varchar: ({ maxBytes = 1, charset }) => inCharset(charset, lengthy(maxBytes === -1 ? LARGEST : maxBytes)),
  text: ({ charset }) => inCharset(charset, text({ maxLength: LARGEST }, 'textarea')),
  // Two bytes a character.
  nchar: ({ maxBytes = 2 }) => text({ maxLength: maxBytes / 2 }),
  nvarchar: ({ maxBytes = 2 }) => lengthy(maxBytes === -1 ? 1073741823 : maxBytes / 2),
  binary: ({ maxBytes = MOST_BINARY }) => binary(maxBytes),
  varbinary: ({ maxBytes = MOST_BINARY }) => binary(maxBytes === -1 ? LARGEST : maxBytes),
};

const LONG_TEXT = 200;

/** Long texts have lines. */
const lengthy = (maxLength: number): Control =>
  text({ maxLength }, maxLength > LONG_TEXT ? 'textarea' : 'text');

const inCharset = (charset: string | undefined, control: Control): Control =>
  charset === undefined ? control : { ...control, constraints: { ...control.constraints, charset } };

/** Other names of the same types. */
const aliases: Readonly<Record<string, string>> = {
  integer: 'int',
  dec: 'decimal',
  'double precision': 'float',
  character: 'char',
  'character varying': 'varchar',
  'national character': 'nchar',
  'national character varying': 'nvarchar',
  'national text': 'ntext',
  'binary varying': 'varbinary',
};

/** Every name of a type that SQL Server itself has. */
export const mssqlTypeNames: readonly string[] = [...Object.keys(fixed), ...Object.keys(measured)];

function controlOf(type: MssqlType): Control | null {
  const lower = type.name.trim().toLowerCase();
  const name = aliases[lower] ?? lower;
  if (Object.hasOwn(fixed, name)) return fixed[name] ?? null;
  return Object.hasOwn(measured, name) ? (measured[name]?.(type) ?? null) : null;
}

/** How a parameter of a SQL Server type looks in a form; null for a type that SQL Server doesn't have. */
export function mssqlInputType(type: MssqlType, typeId = typeIdOf(type)): InputType | null {
  const control = controlOf(type);
  if (control === null) return null;
  return { typeSystem: 'mssql', typeId, ...control, options: null, element: null, properties: null };
}

/** The name with its length, or its precision and scale, as it is written in a declaration. */
function typeIdOf({ name, maxBytes, precision, scale }: MssqlType): string {
  if (maxBytes !== undefined) {
    const isWide = /^n/i.test(name);
    return `${name}(${maxBytes === -1 ? 'max' : isWide ? maxBytes / 2 : maxBytes})`;
  }
  if (precision === undefined) return scale === undefined ? name : `${name}(${scale})`;
  return `${name}(${scale === undefined ? precision : `${precision},${scale}`})`;
}

/** The input for a type as it is written in a declaration, e.g. `nvarchar(50)` or `decimal(12, 2)`; null if unknown. */
export function mssqlInputTypeByName(typeId: string): InputType | null {
  const match = /^\s*\[?([a-zA-Z][\w ]*?)\]?\s*(?:\(\s*(\d{1,9}|max)\s*(?:,\s*(\d{1,3})\s*)?\))?\s*$/i.exec(
    typeId,
  );
  if (match === null) return null;
  const [, name = '', first, second] = match;
  return mssqlInputType({ name, ...measureOf(name, first, second) }, typeId);
}

function measureOf(name: string, first: string | undefined, second: string | undefined): Partial<MssqlType> {
  if (first === undefined) return {};
  if (/^(dec|num|float|double)/i.test(name)) {
    return { precision: Number(first), ...(second === undefined ? {} : { scale: Number(second) }) };
  }
  if (/^(time|datetime2|datetimeoffset)$/i.test(name)) return { scale: Number(first) };
  if (/max/i.test(first)) return { maxBytes: -1 };
  return { maxBytes: Number(first) * (/^n/i.test(name) ? 2 : 1) };
}
