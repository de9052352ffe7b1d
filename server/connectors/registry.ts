import type { JsonValue } from '@/lib/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import type { Connector, SourceKind } from '@/server/connectors/types';

/**
 * Every kind of source, once. A missing one does not compile, and no other file lists them. A connection
 * comes out of a connector's own schema and goes back into the same connector, so here it is any.
 */
const connectors: Record<SourceKind, Connector<unknown>> = {
  postgres: postgresConnector,
};

export const sourceKinds = Object.keys(connectors) as SourceKind[];

export function connectorFor(kind: SourceKind): Connector<unknown> {
  return connectors[kind];
}

/**
 * The kind that a part of `POST creds` describes: a database names its system, the other parts are of one
 * kind each.
 */
export function sourceKindOf(credType: string, part: Record<string, JsonValue>): SourceKind {
  const kind = sourceKinds.find(
    (candidate) =>
      connectors[candidate].credType === credType &&
      (credType !== 'db' || (part.databaseSystem ?? 'postgres') === candidate),
  );
  if (kind !== undefined) return kind;
  const system = credType === 'db' ? ` with databaseSystem ${JSON.stringify(part.databaseSystem)}` : '';
  throw new ConnectorError(
    'invalid_connection',
    `Connections of type "${credType}"${system} are not available.`,
  );
}

/** Ends every pooled session; the process is stopping. */
export async function closeConnectors(): Promise<void> {
  await Promise.all(sourceKinds.map((kind) => connectors[kind].close()));
}
