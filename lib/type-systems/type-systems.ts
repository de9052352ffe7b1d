import { mssqlTypeSystem } from '@/lib/type-systems/mssql/mssql';
import { openapiTypeSystem } from '@/lib/type-systems/openapi/openapi';
import { postgresTypeSystem } from '@/lib/type-systems/postgres/postgres';
import { pythonTypeSystem } from '@/lib/type-systems/scripts/python';
import { rTypeSystem } from '@/lib/type-systems/scripts/r';
import type { TypeSystem } from '@/lib/type-systems/type-system';

const typeSystems = new Map<string, TypeSystem>(
  [postgresTypeSystem, openapiTypeSystem, mssqlTypeSystem, pythonTypeSystem, rTypeSystem].map(
    (typeSystem) => [typeSystem.name, typeSystem],
  ),
);

export const typeSystemNames = [...typeSystems.keys()];

/** The type system of an input's type. Throws for an unknown name, which no stored input has. */
export function typeSystemOf({ typeSystem }: { typeSystem: string }): TypeSystem {
  const found = typeSystems.get(typeSystem);
  if (found === undefined) throw new Error(`There is no type system ${typeSystem}`);
  return found;
}
