import { z } from 'zod';
import { id, none, pathId, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { diagnosticResult } from './diagnostic-result';

/** The environment of a connection that names none. */
export const NO_ENVIRONMENT = 'default';

/** What is checked of a connection to a database, in the order of the table. */
export const connectionChecks = ['host', 'cnx_string', 'port', 'read', 'metadata', 'execute'] as const;
export type ConnectionCheck = (typeof connectionChecks)[number];

/** A connection to a database that the organization has saved. */
const diagnosticConnection = resource({
  credentialId: ['db_creds_id', id],
  name: ['name', z.string()],
  environment: ['env', z.string()],
});

export const listDiagnosticConnections = operation({
  id: 'listDiagnosticConnections',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/org/{orgId}/db',
  summary: 'The saved connections to databases, with their environments',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(diagnosticConnection) },
  limit: 'diagnostics',
});

export const checkDiagnosticConnection = operation({
  id: 'checkDiagnosticConnection',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/org/{orgId}/db/{dbCredsId}/{env}/{check}',
  summary:
    'Checks a saved connection: `host` and `cnx_string` its settings, `port` and `read` the server, `metadata` and `execute` how many routines it lists and may execute',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({
    orgId: textId,
    dbCredsId: pathId,
    env: z.string().min(1).max(40),
    check: z.enum(connectionChecks),
  }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: diagnosticResult },
  limit: 'diagnostics',
});
