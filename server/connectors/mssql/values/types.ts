import type { InputType } from '@/lib/inputs/input';
import { mssqlInputType } from '@/lib/type-systems/mssql/mssql-types';
import type { SqlType, TableType } from '../executable';

const withLength = /^n?(var)?char$|^(var)?binary$/;
const withPrecision = /^(decimal|numeric)$/;
const withCharset = /^(var)?char$|^text$/;
const withScale = /^(time|datetime2|datetimeoffset)$/;

/** What the catalog's columns about a type say: every type has them all, and most mean nothing. */
export function sqlType(
  name: string,
  facts: { maxBytes: number; precision: number; scale: number; codePage: number },
  quoted?: string,
): SqlType {
  const lower = name.toLowerCase();
  return {
    name: lower,
    ...(withLength.test(lower) ? { maxBytes: facts.maxBytes } : {}),
    ...(withPrecision.test(lower) ? { precision: facts.precision, scale: facts.scale } : {}),
    ...(withScale.test(lower) ? { scale: facts.scale } : {}),
    ...charsetOf(lower, facts.codePage),
    ...(quoted === undefined ? {} : { quoted }),
  };
}

/** https://learn.microsoft.com/sql/relational-databases/collations/collation-and-unicode-support: code pages. */
const charsets: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
};

function charsetOf(name: string, codePage: number): { charset?: string } {
  if (!withCharset.test(name)) return {};
  const charset = codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : charsets[codePage];
  return charset === undefined ? {} : { charset };
}

/** The type of a variable that holds such a value; of an alias, the server's own. */
export function declarationOf({ name, maxBytes, precision, scale, quoted }: SqlType): string {
  if (maxBytes !== undefined) {
    const length = maxBytes === -1 ? 'max' : name.startsWith('n') ? maxBytes / 2 : maxBytes;
    return `${name}(${length})`;
  }
  if (precision !== undefined) return `${name}(${precision},${scale ?? 0})`;
  if (scale !== undefined) return `${name}(${scale})`;
  return isKnown(name) ? name : (quoted ?? 'nvarchar(max)');
}

const isKnown = (name: string): boolean => mssqlInputType({ name }) !== null;

/** How a parameter looks in a form. Types of the database's own assemblies are texts, which they parse. */
export function inputTypeOf(type: SqlType, shown = declarationOf(type)): InputType {
  const { name, maxBytes, precision, scale, charset } = type;
  const measures = {
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(precision === undefined ? {} : { precision }),
    ...(scale === undefined ? {} : { scale }),
    ...(charset === undefined ? {} : { charset }),
  };
  const known = mssqlInputType({ name, ...measures }, shown);
  if (known !== null) return known;
  return {
    typeSystem: 'mssql',
    typeId: shown,
    jsonType: 'string',
    component: 'b-input',
    inputType: 'text',
    constraints: {},
    options: null,
    element: null,
    properties: null,
  };
}

/** A table-valued parameter: a list of objects with the columns as keys. */
export function tableInputType(table: TableType, shown: string): InputType {
  const row: InputType = {
    typeSystem: 'mssql',
    typeId: shown,
    jsonType: 'object',
    component: 'json',
    inputType: null,
    constraints: {},
    options: null,
    element: null,
    properties: table.columns.map(({ name, type }) => ({ key: name, type: inputTypeOf(type) })),
  };
  return { ...row, typeId: `${shown} table`, jsonType: 'array', element: row, properties: null };
}
