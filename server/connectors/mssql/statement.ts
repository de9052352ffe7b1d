import { TYPES } from 'tedious';
import type { DataType } from 'tedious/lib/data-type.js';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';
import { type Bound, bind, bindTable, isPassedAsBound } from './bind';
import type { Parameter, Routine, SqlType } from './executable';
import { isParameterName, quoteObject } from './names';
import { declarationOf } from './values/types';

/** A parameter of the statement that comes back with a value. */
export interface Output {
  /** Without its `@`, as it comes back. */
  placeholder: string;
  /** The parameter of the routine that it belongs to; null for the return value. */
  parameter: Parameter | null;
  type: DataType;
  options: { length?: number; precision?: number; scale?: number };
}

/** One call: its text, and everything that is bound to it. */
export interface Statement {
  text: string;
  inputs: { placeholder: string; bound: Bound }[];
  outputs: Output[];
}

type Values = Readonly<Record<string, JsonValue>>;

const returned: Output = { placeholder: 'returned', parameter: null, type: TYPES.Int, options: {} };

/**
 * Writes the call of a routine: names quoted, values bound and converted by the server. Parameters without a value are left
 * out, so that their defaults apply; OUTPUT parameters are always passed, because their values come back.
 */
export function buildStatement(routine: Routine, values: Values): Statement {
  const writer = new Writer();
  const call = quoteObject(routine.schema, routine.name);
  if (routine.kind === 'procedure') {
    const parts = routine.parameters.flatMap((parameter) => writer.argument(parameter, values) ?? []);
    const text = ['exec @returned =', call, parts.join(', ')].filter(Boolean).join(' ');
    return writer.end(`${text};`, [returned]);
  }
  const parts = routine.parameters.map((parameter) => writer.expression(parameter, values));
  const from = `${call}(${parts.join(', ')})`;
  return writer.end(routine.kind === 'scalar' ? `select ${from};` : `select * from ${from};`, []);
}

class Writer {
  private readonly inputs: Statement['inputs'] = [];
  private readonly outputs: Output[] = [];
  /** What runs before the call, without being counted. */
  private readonly before: string[] = [];
  private readonly after: string[] = [];

  end(call: string, more: Output[]): Statement {
    const before = this.before.length === 0 ? [] : ['set nocount on;', ...this.before, 'set nocount off;'];
    return {
      text: [...before, call, ...this.after].join('\n'),
      inputs: this.inputs,
      outputs: [...this.outputs, ...more],
    };
  }

  /** An argument of EXEC, which takes variables alone; null for one that is left out. */
  argument(parameter: Parameter, values: Values): string | null {
    const name = nameOf(parameter);
    const hasValue = Object.hasOwn(values, parameter.key);
    const value = values[parameter.key] ?? null;
    if (parameter.isOutput) return `${name} = ${this.output(parameter, hasValue ? value : null)} output`;
    if (!hasValue) return null;
    return `${name} = ${this.variable(parameter, value)}`;
  }

  /** An argument of a function, which takes expressions; by position, and DEFAULT for one that is left out. */
  expression(parameter: Parameter, values: Values): string {
    if (!Object.hasOwn(values, parameter.key)) return 'default';
    const value = values[parameter.key] ?? null;
    if (parameter.table !== undefined) return this.variable(parameter, value);
    const { bound, convert } = bind(parameter.type, value);
    return convert(this.bound(bound));
  }

  private variable({ type, table }: Parameter, value: JsonValue): string {
    const variable = `@v${this.before.length + 1}`;
    if (table !== undefined) {
      const { json, fill } = bindTable(table, value);
      this.before.push(fill(variable, this.bound({ kind: 'text', value: json })));
      return variable;
    }
    const { bound, convert } = bind(type, value);
    const placeholder = this.bound(bound);
    if (isPassedAsBound(type)) return placeholder;
    this.before.push(`declare ${variable} ${declarationOf(type)} = ${convert(placeholder)};`);
    return variable;
  }

  private output(parameter: Parameter, value: JsonValue): string {
    const native = nativeType(parameter.type);
    const placeholder = `o${this.outputs.length + 1}`;
    this.outputs.push({ placeholder, parameter, ...native });
    if (native.isConverted) {
      // A type that can't be declared by the driver comes back as text.
      const variable = this.variable(parameter, value);
      this.after.push(`set @${placeholder} = convert(nvarchar(max), ${variable});`);
      return variable;
    }
    if (value !== null) {
      const { bound, convert } = bind(parameter.type, value);
      this.before.push(`set @${placeholder} = ${convert(this.bound(bound))};`);
    }
    return `@${placeholder}`;
  }

  private bound(bound: Bound): string {
    const placeholder = `p${this.inputs.length + 1}`;
    this.inputs.push({ placeholder, bound });
    return `@${placeholder}`;
  }
}

function nameOf({ name }: Parameter): string {
  if (isParameterName(name)) return name;
  throw new ConnectorError('failed', `The parameter name "${name}" can't be written in a call. Rename it.`);
}

const simple: Readonly<Record<string, DataType>> = {
  tinyint: TYPES.TinyInt,
  smallint: TYPES.SmallInt,
  int: TYPES.Int,
  bigint: TYPES.BigInt,
  bit: TYPES.Bit,
  money: TYPES.Money,
  smallmoney: TYPES.SmallMoney,
  float: TYPES.Float,
  real: TYPES.Real,
  date: TYPES.Date,
  datetime: TYPES.DateTime,
  smalldatetime: TYPES.SmallDateTime,
  uniqueidentifier: TYPES.UniqueIdentifier,
  decimal: TYPES.Decimal,
  numeric: TYPES.Numeric,
  time: TYPES.Time,
  datetime2: TYPES.DateTime2,
  datetimeoffset: TYPES.DateTimeOffset,
};

const lengthy: Readonly<Record<string, DataType>> = {
  char: TYPES.VarChar,
  varchar: TYPES.VarChar,
  nchar: TYPES.NVarChar,
  nvarchar: TYPES.NVarChar,
  sysname: TYPES.NVarChar,
  binary: TYPES.VarBinary,
  varbinary: TYPES.VarBinary,
};

/** How the driver declares a parameter that comes back. */
function nativeType(type: SqlType): Pick<Output, 'type' | 'options'> & { isConverted: boolean } {
  const { name, maxBytes = 256, precision, scale } = type;
  const measured = simple[name];
  if (measured !== undefined) {
    const options = {
      ...(precision === undefined ? {} : { precision }),
      ...(scale === undefined ? {} : { scale }),
    };
    return { type: measured, options, isConverted: false };
  }
  const long = lengthy[name];
  if (long === undefined) return { type: TYPES.NVarChar, options: { length: Infinity }, isConverted: true };
  const length = maxBytes === -1 ? Infinity : /^n|sysname/.test(name) ? maxBytes / 2 : maxBytes;
  return { type: long, options: { length }, isConverted: false };
}
