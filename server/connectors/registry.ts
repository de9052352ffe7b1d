import type { JsonValue } from '@/lib/json';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { restConnector } from '@/server/connectors/rest/connector';
import type { Connector, SourceKind } from '@/server/connectors/types';

/**
 * Every kind of source, once. A missing one does not compile, and no other file lists them. A connection
 * comes out of a connector's own schema and goes back into the same connector, so here it is any.
 */
const connectors: Record<SourceKind, Connector<unknown>> = {
  postgres: postgresConnector,
  rest: restConnector,
};

export const sourceKinds = Object.keys(connectors) as SourceKind[];

export function connectorFor(kind: SourceKind): Connector<unknown> {
  return connectors[kind];
}

/**
 * The kind that a part of `POST creds` describes: a database names its system, the other parts are of one
 * kind each. Null where there is none.
 */
export function sourceKindOf(credType: string, part: Record<string, JsonValue>): SourceKind | null {
  const isMeant = (kind: SourceKind) =>
    connectors[kind].credType === credType &&
    (credType !== 'db' || (part.databaseSystem ?? 'postgres') === kind);
  return sourceKinds.find(isMeant) ?? null;
}

/** Ends every pooled session; the process is stopping. */
export async function closeConnectors(): Promise<void> {
  await Promise.all(sourceKinds.map((kind) => connectors[kind].close()));
}
