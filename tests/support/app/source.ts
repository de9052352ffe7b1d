import { afterAll, beforeAll, inject } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { prisma } from '@/server/base/database/prisma';
import { saveCredential } from '@/server/sources/connections/save-credential';
import { type MadeCommand, ORG_A } from '../things/organizations';
import { people } from '../things/people';
import { createEmptyDatabase, type TestDatabase } from './database';
import { send } from './http';

/** A real Postgres database with a test's own routines, and its address. */
export interface Source {
  credentialId(): number;
  query(statement: string): Promise<unknown[]>;
}

/**
 * Gives a test file a source: its own database, filled by `statements`, and organization A's connection to it. Call it
 * after `withApp` and after the organizations were created.
 */
export function withSource(statements: string, ready: () => Promise<void>): Source {
  let database: TestDatabase;
  let credentialId = 0;
  // The tests' own server is also the application's, which only what the product itself connected may reach.
  process.env.SAMPLE_DATABASE_URL = inject('adminDatabaseUrl');
  const source: Source = {
    credentialId: () => credentialId,
    query: async (statement) => (await withClient(database.url, (client) => client.query(statement))).rows,
  };
  beforeAll(async () => {
    await ready();
    database = await createEmptyDatabase();
    await source.query(statements);
    credentialId = await connectSource(database.url);
  });
  afterAll(async () => {
    delete process.env.SAMPLE_DATABASE_URL;
    await database.drop();
  });
  return source;
}

/** Connects organization A to a database. Returns the connection's id. */
export async function connectSource(databaseUrl: string, name = 'Source'): Promise<number> {
  const url = new URL(databaseUrl);
  return saveCredential(
    {
      orgId: ORG_A,
      sourceKind: 'postgres',
      name,
      forSync: true,
      forRuns: true,
      forResults: false,
      resourceId: null,
      connection: {
        host: url.hostname,
        port: Number(url.port),
        databaseName: url.pathname.slice(1),
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        tls: { mode: 'disable' },
      },
      isBuiltin: true,
      createdByUserId: null,
    },
    { actorUserId: null, requestId: null, address: null },
  );
}

/** Creates a command with the name of its routine, the way an org admin does, and shares it with the runner. */
export async function commit(source: Source, signature: string): Promise<MadeCommand> {
  const cloudId = `db::postgres::${source.credentialId()}::${signature}`;
  const { body } = await send('POST', `/${ORG_A}/batch-commit`, {
    as: people.orgAdmin,
    body: { cloudId, credsId: source.credentialId(), commitType: 'addition', name: routineOf(signature) },
  });
  const template = await prisma().template.findFirst({
    where: { orgId: ORG_A, cloudId },
    include: { commands: true },
  });
  const command = template?.commands[0];
  if (template === null || command === undefined) throw new Error(`Not committed: ${JSON.stringify(body)}`);
  const grant = { orgId: ORG_A, commandId: command.commandId };
  await prisma().commandUserGrant.createMany({
    data: [
      { ...grant, userId: people.runner, role: 'runner' },
      { ...grant, userId: people.engineer, role: 'admin' },
    ],
  });
  return { commandId: command.commandId, templateId: template.templateId };
}

/** `refund` of `shop.refund(integer)`. */
const routineOf = (signature: string): string => signature.replace(/^[^.]*\./, '').replace(/\(.*$/s, '');
