import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { type Pool, type QueryResult, types } from 'pg';

/**
 * Returns Prisma's adapter over one connection, for reading the catalog. The adapter rejects columns of the type
 * "char", but the schema engine reads one since Postgres 18, where NOT NULL is a row of pg_constraint. Here they pass.
 */
export function catalogAdapter(pool: Pool): SqlMigrationAwareDriverAdapterFactory {
  // One query runs at a time, since the pool has one connection.
  let charColumns: number[] = [];

  const query = async (...args: unknown[]): Promise<QueryResult> => {
    const result: QueryResult = await Reflect.apply(pool.query, pool, args);
    charColumns = [];
    for (const [index, field] of result.fields.entries()) {
      if (field.dataTypeID !== types.builtins.CHAR) continue;
      charColumns.push(index);
      field.dataTypeID = types.builtins.TEXT;
    }
    return result;
  };
  const inner = new PrismaPg(withMethod(pool, 'query', query), { schema: 'public' });

  const connect = async (): Promise<SqlDriverAdapter> => {
    const adapter = await inner.connect();
    return withMethod(adapter, 'queryRaw', async (sql: SqlQuery) => {
      const result = await adapter.queryRaw(sql);
      for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    });
  };
  return { provider: inner.provider, adapterName: inner.adapterName, connect, connectToShadowDb: connect };
}

/** Returns the same object with one method replaced. */
function withMethod<Target extends object>(
  target: Target,
  name: keyof Target & string,
  method: unknown,
): Target {
  return new Proxy(target, {
    get: (real, key) => {
      if (key === name) return method;
      const value: unknown = Reflect.get(real, key, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
}
