import { createHash } from 'node:crypto';
import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Input } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import type { WarningTag } from '@/lib/settings/command-settings';
import { findConnector } from '@/server/connectors/registry';
import type { CallSettings, SourceKind } from '@/server/connectors/types';
import type { CommandForm } from '@/server/inputs/command-form';
import { processWide } from '@/server/process-wide';

/** An input as it stood; the default of one that holds a secret says only whether there was one. */
export type DefinedInput = Omit<Input, 'inputId' | 'templateInputId'>;

/**
 * What a run executes, frozen when it starts: editing the command afterward changes neither the run nor its history.
 * It holds no secrets: those are opened when the run is claimed. Null is what a run of an earlier version did not keep.
 */
export interface RunDefinition {
  commandName: string;
  /** The command's version number, which grows with each change of its configuration. */
  commandVersion: number | null;
  templateVersion: number;
  sourceKind: SourceKind;
  typeSystem: string | null;
  credentialId: number;
  cloudName: string;
  executable: JsonValue;
  inputs: DefinedInput[] | null;
  /** What the connector's `ownPart` made of the command's settings. */
  own: JsonValue;
  warningTag: WarningTag | null;
}

export function definitionOf({ command, template, inputs }: CommandForm): RunDefinition {
  return {
    commandName: command.name,
    commandVersion: command.version,
    templateVersion: template.version,
    sourceKind: template.sourceKind,
    typeSystem: findConnector(template.sourceKind)?.typeSystem ?? null,
    credentialId: template.credentialId,
    cloudName: template.cloudName,
    executable: template.executable,
    inputs: inputs.map(withoutIds),
    own: ownPartOf(template.sourceKind, {
      executeInTransaction: command.executeInTransaction,
      headerNames: template.headerNames,
    }),
    warningTag: template.warningTag,
  };
}

/** The part of a definition that only its connector reads. */
export const ownPartOf = (kind: SourceKind, settings: CallSettings): JsonValue =>
  findConnector(kind)?.ownPart?.(settings) ?? null;

/** What a definition held before connectors had a part of their own in it. */
interface SharedSettings {
  inTransaction?: boolean;
  headerNames?: string[] | null;
}

/** Reads a stored definition, also one that an earlier version stored. */
export function readDefinition(content: string): RunDefinition {
  const { inTransaction, headerNames, ...stored }: RunDefinition & SharedSettings = JSON.parse(content);
  if (inTransaction === undefined) return stored;
  const settings = { executeInTransaction: inTransaction, headerNames: headerNames ?? [] };
  return { ...stored, own: ownPartOf(stored.sourceKind, settings) };
}

function withoutIds({ inputId: _, templateInputId: __, ...input }: Input): DefinedInput {
  return input;
}

/** A definition as it is stored, and under which id it is known to be. */
export interface FrozenDefinition {
  orgId: string;
  content: string;
  hash: Buffer;
  knownId: number | null;
}

/** Definitions that are known to be stored, by organization and hash. */
const knownIds = () => processWide('run definitions', () => new Map<string, number>());
const MOST_KNOWN = 10_000;

const keyOf = (orgId: string, hash: Buffer): string => `${orgId}:${hash.toString('base64')}`;

export function freezeDefinition(orgId: string, definition: RunDefinition): FrozenDefinition {
  const content = JSON.stringify(definition);
  const hash = createHash('sha256').update(content).digest();
  return { orgId, content, hash, knownId: knownIds().get(keyOf(orgId, hash)) ?? null };
}

/**
 * A part of a statement, named `definition`, that answers the id under which an organization keeps a definition. The
 * same content is kept once, so that the runs of a command share it until the command changes.
 */
export function definitionPart({ orgId, content, hash, knownId }: FrozenDefinition): Statement {
  if (knownId !== null) return statement`definition as (select ${knownId}::int as definition_id)`;
  return statement`definition as (
    insert into run_definition (org_id, hash, content) values (${orgId}, ${hash}, ${content})
    on conflict (org_id, hash) do update set content = excluded.content
    returning definition_id)`;
}

/** To be called once a statement with the part has committed. */
export function rememberDefinition({ orgId, hash }: FrozenDefinition, definitionId: number): void {
  const known = knownIds();
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(keyOf(orgId, hash), definitionId);
}
