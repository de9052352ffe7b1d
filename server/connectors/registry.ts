import type { JsonValue } from '@/lib/base/json';
import { withSecrecy } from '@/lib/inputs/secrets/secret-names';
import type { AddingWay, Capability, SourceKindFacts } from '@/lib/sources/source-kind';
import { processWide } from '@/server/base/process-wide';
import { awsRoleConnector } from '@/server/connectors/aws-role/connector';
import { azureAppConnector } from '@/server/connectors/azure-app/connector';
import { azureBlobConnector } from '@/server/connectors/azure-blob/connector';
import { githubConnector } from '@/server/connectors/github/connector';
import { mssqlConnector } from '@/server/connectors/mssql/connector';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { restConnector } from '@/server/connectors/rest/connector';
import type { SourceKind, TemplateDescription } from '@/server/connectors/things';
import type { Connector } from '@/server/connectors/types';

/** The connector with descriptions whose inputs say which of them are secrets, by their names. */
const naming = (connector: Connector<unknown>): Connector<unknown> => ({
  ...connector,
  describe: async (...args) => withSecrets(await connector.describe(...args)),
  describeAll: async (...args) => {
    const described = await connector.describeAll(...args);
    return new Map([...described].map(([cloudId, each]) => [cloudId, withSecrets(each)]));
  },
});

const withSecrets = (described: TemplateDescription): TemplateDescription => ({
  ...described,
  inputs: described.inputs.map(withSecrecy),
});

/**
 * Every kind of source, in the order of the menus. No other file lists them. A connection comes from a connector's own
 * schema and goes back to the same connector, so here its type is unknown.
 */
const shipped: readonly Connector<unknown>[] = [
  restConnector,
  postgresConnector,
  mssqlConnector,
  awsRoleConnector,
  githubConnector,
  azureAppConnector,
  azureBlobConnector,
].map(naming);

const added = () => processWide('added connectors', (): Connector<unknown>[] => []);

/** Adds a kind of source that the product doesn't ship, for every copy of this module in the process. Tests use it. */
export function addConnector(connector: Connector<unknown>): void {
  added().push(naming(connector));
}

export const allConnectors = (): Connector<unknown>[] => [...shipped, ...added()];

/** Undefined for a kind that only workers of another version have, as during an upgrade. */
export const findConnector = (kind: SourceKind): Connector<unknown> | undefined =>
  allConnectors().find((connector) => connector.kind === kind);

export function connectorFor(kind: SourceKind): Connector<unknown> {
  const connector = findConnector(kind);
  if (connector === undefined) throw new Error(`There is no connector for ${kind}`);
  return connector;
}

const kindsOf = (isMeant: (connector: Connector<unknown>) => boolean): SourceKind[] =>
  allConnectors().flatMap((connector) => (isMeant(connector) ? connector.kind : []));

/**
 * The names in line (`open_run.source_kind`) of runs whose work continues elsewhere. A kind that has both has two names.
 */
export const kindsElsewhere = (): string[] =>
  allConnectors().flatMap((connector) => {
    if (connector.elsewhere === undefined) return [];
    return connector.execute === undefined ? connector.kind : elsewhereName(connector.kind);
  });

const elsewhereName = (kind: SourceKind): string => `${kind} elsewhere`;

/** The name in line of a run of this thing; see `kindsElsewhere`. */
export function kindInLine(kind: SourceKind, executable: JsonValue): string {
  const connector = findConnector(kind);
  return connector !== undefined && 'goesElsewhere' in connector && connector.goesElsewhere(executable)
    ? elsewhereName(kind)
    : kind;
}

/**
 * The same, and the kinds whose connections decide it: where a run of those goes on is known only once it is claimed. Until
 * then, nothing of it has been sent.
 */
export const kindsThatMayGoElsewhere = (): string[] => [
  ...kindsElsewhere(),
  ...kindsOf((connector) => 'isElsewhere' in connector && connector.isElsewhere !== undefined),
];

/** Whether all runs of a connection continue elsewhere, as it is set up now. */
export function isElsewhere(credential: { source_kind: SourceKind; settings: JsonValue }): boolean {
  const connector = findConnector(credential.source_kind);
  if (connector === undefined || !('isElsewhere' in connector)) return false;
  return connector.isElsewhere?.(credential.settings) ?? false;
}

export const kindsThatCan = (capability: Capability): SourceKind[] =>
  kindsOf(({ capabilities }) => capabilities.includes(capability));

export const can = (kind: SourceKind, capability: Capability): boolean =>
  connectorFor(kind).capabilities.includes(capability);

/** The kind whose commands are added in this way, for ways that only one kind has. */
export function connectorAddedBy(way: AddingWay['by']): Connector<unknown> {
  const connector = allConnectors().find(({ addingWays }) => addingWays.some(({ by }) => by === way));
  if (connector === undefined) throw new Error(`No kind of source is added by ${way}`);
  return connector;
}

/** The kind that a part of `POST creds` describes; null if there is none. */
export function sourceKindOf(credType: string, part: Record<string, JsonValue>): SourceKind | null {
  const [kind] = kindsOf(
    (connector) => connector.credType === credType && (connector.isMeantBy?.(part) ?? true),
  );
  return kind ?? null;
}

/** The public facts of a kind of source. */
export function factsOf(connector: Connector<unknown>): SourceKindFacts {
  const { kind, label, thing, addingWays, typeSystem, capabilities, inputEdits } = connector;
  return { kind, label, thing, addingWays, typeSystem, capabilities, inputEdits };
}

export const sourceKindFacts = (): SourceKindFacts[] => allConnectors().map(factsOf);

/** Ends every pooled session when the process stops. */
export async function closeConnectors(): Promise<void> {
  await Promise.all(allConnectors().map((connector) => connector.close()));
}
