import { openapiTypeSystem } from '@/lib/type-systems/openapi';
import { postgresTypeSystem } from '@/lib/type-systems/postgres';
import type { TypeSystem } from '@/lib/type-systems/type-system';

const typeSystems = new Map<string, TypeSystem>(
  [postgresTypeSystem, openapiTypeSystem].map((typeSystem) => [typeSystem.name, typeSystem]),
);

export const typeSystemNames = [...typeSystems.keys()];

/** The type system of an input's type. Throws for a name that none has, which no input is stored with. */
export function typeSystemOf({ typeSystem }: { typeSystem: string }): TypeSystem {
  const found = typeSystems.get(typeSystem);
  if (found === undefined) throw new Error(`There is no type system ${typeSystem}`);
  return found;
}
