import type { JsonValue } from '@/lib/json';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { restConnector } from '@/server/connectors/rest/connector';
import type { Connector, SourceKind } from '@/server/connectors/types';

/**
 * Every kind of source, once. A missing one does not compile, and no other file lists them. A connection
 * comes out of a connector's own schema and goes back into the same connector, so here it is any.
 */
const shipped: Record<SourceKind, Connector<unknown>> = {
  postgres: postgresConnector,
  rest: restConnector,
};

export const sourceKinds = Object.keys(shipped) as SourceKind[];

const connectors = new Map<SourceKind, Connector<unknown>>(
  sourceKinds.map((kind) => [kind, shipped[kind]] as const),
);

/** Adds a kind of source that the product does not ship; tests bring one along. */
export function addConnector(connector: Connector<unknown>): void {
  connectors.set(connector.kind, connector);
}

/** The kinds whose work goes on elsewhere. */
export const kindsElsewhere = (): SourceKind[] =>
  [...connectors.values()].filter(({ elsewhere }) => elsewhere !== undefined).map(({ kind }) => kind);

export function connectorFor(kind: SourceKind): Connector<unknown> {
  const connector = connectors.get(kind);
  if (connector === undefined) throw new Error(`There is no connector for ${kind}`);
  return connector;
}

/**
 * The kind that a part of `POST creds` describes: a database names its system, the other parts are of one
 * kind each. Null where there is none.
 */
export function sourceKindOf(credType: string, part: Record<string, JsonValue>): SourceKind | null {
  const isMeant = (kind: SourceKind) =>
    connectorFor(kind).credType === credType &&
    (credType !== 'db' || (part.databaseSystem ?? 'postgres') === kind);
  return sourceKinds.find(isMeant) ?? null;
}

/** Ends every pooled session; the process is stopping. */
export async function closeConnectors(): Promise<void> {
  await Promise.all([...connectors.values()].map((connector) => connector.close()));
}
