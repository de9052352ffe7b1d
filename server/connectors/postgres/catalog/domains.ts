import type { PostgresType } from '@/lib/type-systems/postgres/postgres-types';

/** The type that a domain stands for; any other type itself. */
export function withoutDomain(type: PostgresType): PostgresType {
  return type.kind === 'domain' ? withoutDomain(type.base) : type;
}
