import { mssqlTypeSystem } from '@/lib/type-systems/mssql/mssql';
import type { ExecutingConnector } from '../types';
import { type MssqlConnection, mssqlConnectionSchema } from './connection';
import { routineOf } from './executable';
import { hasPools } from './session/pools';
import { sqlOf } from './sql-of';

/**
 * SQL Server and Azure SQL: their procedures and functions as commands. The driver is large, and loaded where a connection is
 * used.
 */
export const mssqlConnector: ExecutingConnector<MssqlConnection> = {
  kind: 'mssql',
  label: 'SQL Server',
  thing: { one: 'routine', many: 'routines' },
  addingWays: [{ by: 'connection', label: 'Functions and procedures' }],
  typeSystem: mssqlTypeSystem.name,
  capabilities: ['discovery', 'transactions', 'sql'],
  inputEdits: { mssql: { type: false, key: false, addAndDelete: false, sync: true } },
  credType: 'db',
  isMeantBy: ({ databaseSystem }) => databaseSystem === 'mssql',
  partFacts: { databaseSystem: 'mssql' },
  connection: mssqlConnectionSchema,
  secretKeys: ['password'],
  vaultSecret: { reference: 'azKeyVaultRef', fills: 'password' },
  addressKeys: ['host', 'port', 'encryption', 'ca', 'authority', 'tenantId'],
  check: async (...given) => (await import('./check')).check(...given),
  discover: async (...given) => (await import('./discover')).discover(...given),
  describe: async (...given) => (await import('./describe')).describe(...given),
  describeAll: async (...given) => (await import('./describe')).describeAll(...given),
  ownPart: ({ executeInTransaction }) => ({ inTransaction: executeInTransaction }),
  execute: async (...given) => (await import('./execute')).execute(...given),
  sql: sqlOf,
  routineOf,
  async close() {
    if (hasPools()) await (await import('./session/session-pool')).closePools();
  },
};
