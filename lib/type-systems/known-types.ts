import type { InputType } from '@/lib/inputs/input';
import { mssqlInputTypeByName, mssqlTypeNames } from '@/lib/type-systems/mssql/mssql-types';
import { choosableTypes, openapiInputType, openapiTypes } from '@/lib/type-systems/openapi/openapi-types';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { pythonInputTypeByName, pythonTypeNames } from '@/lib/type-systems/scripts/python-types';
import { rInputTypeByName, rTypeNames } from '@/lib/type-systems/scripts/r-types';

/** The types of a type system that a person can name. */
interface KnownTypes {
  /** The type system's name, as people know it. */
  label: string;
  /** Those offered, in order. */
  offered: readonly string[];
  /** Null for a name that the type system doesn't have. */
  typeOf(typeId: string): InputType | null;
}

const known: Readonly<Record<string, KnownTypes>> = {
  openapi: {
    label: 'OpenAPI',
    offered: choosableTypes,
    typeOf: (typeId) => (openapiTypes.has(typeId) ? openapiInputType(typeId) : null),
  },
  mssql: { label: 'SQL Server', offered: mssqlTypeNames, typeOf: mssqlInputTypeByName },
  python: { label: 'Python', offered: pythonTypeNames, typeOf: pythonInputTypeByName },
  r: { label: 'R', offered: rTypeNames, typeOf: rInputTypeByName },
  // A database has types of its own, so no name is unknown.
  postgres: { label: 'Postgres', offered: [], typeOf: postgresInputTypeByName },
};

/** The message for a type that its type system doesn't have. */
export const INVALID_TYPE = 'Error: Invalid typeId!';

export const typeSystemLabel = (typeSystem: string): string => known[typeSystem]?.label ?? typeSystem;

export const offeredTypes = (typeSystem: string): readonly string[] => known[typeSystem]?.offered ?? [];

/** The type of that name; null if the type system doesn't have it. */
export const typeNamed = (typeSystem: string, typeId: string): InputType | null =>
  Object.hasOwn(known, typeSystem) ? (known[typeSystem]?.typeOf(typeId) ?? null) : null;

/** Whether an input's type is one of its type system, so that it has a control and limits. */
export function isKnownType({ typeSystem, typeId }: InputType): boolean {
  // A format without limits of its own has those of its type; "any" is what a description leaves open.
  const [base = ''] = typeId.split(':', 1);
  return typeId === 'any' || typeNamed(typeSystem, typeId) !== null || typeNamed(typeSystem, base) !== null;
}
