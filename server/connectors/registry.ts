import type { JsonValue } from '@/lib/json';
import { ConnectorError } from './_shared/connector-error';
import { postgresConnector } from './postgres/connector';
import type { Connector, SourceKind } from './types';

/** Any connector. Its methods take what its own `connection` schema parsed, and nothing else. */
export type AnyConnector = Omit<Connector<unknown>, 'secretKeys'> & { secretKeys: readonly string[] };

/** One connector for each kind of source; a kind without one does not compile. */
export const connectors: Record<SourceKind, AnyConnector> = {
  postgres: postgresConnector,
};

export function connectorFor(kind: SourceKind): AnyConnector {
  return connectors[kind];
}

/** The kind of source that a credential of the wire's `credType` connects to, by what its part holds. */
export function sourceKindOf(credType: string, part: Readonly<Record<string, JsonValue>>): SourceKind {
  const system = part.databaseSystem ?? 'postgres';
  const found = Object.values(connectors).find(
    (connector) => connector.credType === credType && connector.kind === system,
  );
  if (found !== undefined) return found.kind;
  const labels = Object.values(connectors).map(({ label }) => label);
  const message = `There is no connection of the kind "${credType}" (${String(system)}). Choose one of: ${labels.join(', ')}.`;
  throw new ConnectorError('invalid_connection', message);
}

/** Ends the sessions of every connector; called when the process stops. */
export async function closeConnectors(): Promise<void> {
  await Promise.all(Object.values(connectors).map((connector) => connector.close()));
}
