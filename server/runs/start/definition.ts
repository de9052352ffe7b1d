import { createHash } from 'node:crypto';
import statement, { type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { Recent } from '@/lib/base/memory/recent';
import type { Input } from '@/lib/inputs/input';
import type { Mask } from '@/lib/outputs/masks';
import type { WarningTag } from '@/lib/settings/command-choices';
import type { FrozenUndo } from '@/lib/settings/undo/undo-partner';
import type { CommandForm } from '@/server/access/command-form';
import { type Sql, sql } from '@/server/base/database/db';
import { processWide } from '@/server/base/process-wide';
import { inputRightsOf } from '@/server/connectors/input-rights';
import { ownPartOf } from '@/server/connectors/own-part-of';
import { kindInLine } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import type { RetryPolicy } from '@/server/runs/execute/retry-run';

/** An input at the time of the run; the default of a secret says only whether there was one. */
export type DefinedInput = Omit<Input, 'inputId' | 'templateInputId'>;

/**
 * What a run executes, frozen when it starts: editing the command afterward changes neither the run nor its history.
 * It contains no secrets: those are decrypted when the run is claimed. Null fields were not recorded by an earlier
 * version.
 */
export interface RunDefinition {
  commandName: string;
  /** The command's version number, which increases with each change of its configuration. */
  commandVersion: number | null;
  templateVersion: number;
  sourceKind: SourceKind;
  /** Its name in line, where that isn't `sourceKind`; see `kindInLine`. */
  lineKind?: string;
  typeSystem: string | null;
  credentialId: number;
  cloudName: string;
  executable: JsonValue;
  inputs: DefinedInput[] | null;
  /** The connector's own part, which its `ownPart` derived from the command's settings. */
  own: JsonValue;
  warningTag: WarningTag | null;
  /** The part of a JSON result to keep; absent for all of it. */
  outputObjectPath?: string;
  /** What was masked when the run started; absent for nothing. */
  masks?: Mask[];
  /** The column whose numbers are the minutes that a run saved; absent for none. */
  minutesSavedColumn?: string;
  /** The command's own time limit; absent for the installation's. */
  timeoutSeconds?: number;
  /** Present for a run that is rolled back at the source. */
  isDryRun?: true;
  /** Present if values break limits of the source, which the person left to it. */
  ranAnyway?: true;
  /** Absent for a run that isn't tried again after a failure. */
  retry?: RetryPolicy;
  /** The command that takes it back; absent for none. */
  undo?: FrozenUndo;
  /** `CommandForm.dropdownVersion`; absent for a command without dropdowns. */
  dropdownVersion?: number;
  /** The word that the person confirmed the run with; absent for none. */
  confirmedWord?: string;
  /** Present if the person could fill in hidden inputs: an engineer of a command that has some. */
  setsHidden?: true;
}

/** What is frozen besides the command's form. */
interface Frozen {
  isDryRun?: boolean;
  ranAnyway?: boolean;
  /** Whether the person who runs it is an engineer of the command. */
  isEngineer?: boolean;
}

export function definitionOf(
  { command, template, inputs, dropdownVersion }: CommandForm,
  { isDryRun = false, ranAnyway = false, isEngineer = false }: Frozen = {},
): RunDefinition {
  return {
    commandName: command.name,
    commandVersion: command.version,
    templateVersion: template.version,
    sourceKind: template.sourceKind,
    ...lineKindOf(template),
    typeSystem: inputRightsOf(template.sourceKind, null, template.executable).typeSystem,
    credentialId: template.credentialId,
    cloudName: template.cloudName,
    executable: template.executable,
    inputs: inputs.map(withoutIds),
    own: ownPartOf(template.sourceKind, {
      executeInTransaction: command.executeInTransaction,
      headerNames: template.headerNames,
    }),
    warningTag: template.warningTag,
    ...(command.outputObjectPath === null ? {} : { outputObjectPath: command.outputObjectPath }),
    ...(command.maskedOutputs.length === 0 ? {} : { masks: command.maskedOutputs }),
    ...(command.minutesSavedColumn === null ? {} : { minutesSavedColumn: command.minutesSavedColumn }),
    ...(command.timeoutSeconds === null ? {} : { timeoutSeconds: command.timeoutSeconds }),
    ...(isDryRun ? { isDryRun: true as const } : {}),
    ...(ranAnyway ? { ranAnyway: true as const } : {}),
    ...(isDryRun || command.retryCount === 0 || template.warningTag !== 'safe'
      ? {}
      : { retry: { count: command.retryCount, delaySeconds: command.retryDelaySeconds } }),
    ...(command.undo === null ? {} : { undo: command.undo }),
    ...(dropdownVersion === 0 ? {} : { dropdownVersion }),
    ...(command.confirmationWord === null ? {} : { confirmedWord: command.confirmationWord }),
    ...(isEngineer && inputs.some(({ hidden }) => hidden) ? { setsHidden: true as const } : {}),
  };
}

function lineKindOf({ sourceKind, executable }: CommandForm['template']): Pick<RunDefinition, 'lineKind'> {
  const lineKind = kindInLine(sourceKind, executable);
  return lineKind === sourceKind ? {} : { lineKind };
}

/** The fields that definitions had before connectors got a part of their own. */
interface SharedSettings {
  inTransaction?: boolean;
  headerNames?: string[] | null;
}

/** Reads a stored definition, including those of earlier versions. */
export function readDefinition(content: string): RunDefinition {
  const { inTransaction, headerNames, ...stored }: RunDefinition & SharedSettings = JSON.parse(content);
  if (inTransaction === undefined) return stored;
  const settings = { executeInTransaction: inTransaction, headerNames: headerNames ?? [] };
  return { ...stored, own: ownPartOf(stored.sourceKind, settings) };
}

function withoutIds({ inputId: _, templateInputId: __, ...input }: Input): DefinedInput {
  return input;
}

/** A definition in its stored form. */
export interface FrozenDefinition {
  orgId: string;
  content: string;
  hash: Buffer;
  /** Its id, once this process knows it. */
  readonly knownId: number | null;
}

const MOST_KNOWN = 10_000;
/** Ids of definitions that are known to be stored, by organization and hash. */
const knownIds = () => processWide('run definitions', () => new Recent<number>(MOST_KNOWN));

const keyOf = (orgId: string, hash: Buffer): string => `${orgId}:${hash.toString('base64')}`;

export function freezeDefinition(orgId: string, definition: RunDefinition): FrozenDefinition {
  const content = JSON.stringify(definition);
  const hash = createHash('sha256').update(content).digest();
  const key = keyOf(orgId, hash);
  return {
    orgId,
    content,
    hash,
    get knownId() {
      return knownIds().get(key) ?? null;
    },
  };
}

/**
 * A CTE named `definition` that returns the id of an organization's definition. Equal content is stored once, so the
 * runs of a command share it until the command changes.
 */
export function definitionPart({ orgId, content, hash, knownId }: FrozenDefinition): Statement {
  if (knownId !== null) return statement`definition as (select ${knownId}::bigint as definition_id)`;
  return statement`definition as (
    insert into run_definition (org_id, hash, content) values (${orgId}, ${hash}, ${content})
    on conflict (org_id, hash) do update set content = excluded.content
    returning definition_id)`;
}

/**
 * Call this after a statement with the CTE. Until a process remembers a definition, each of its runs locks the row of the
 * definition until it has committed, so they start one after the other.
 *
 * @param db what the statement ran in
 */
export function rememberDefinition(
  { orgId, hash }: FrozenDefinition,
  definitionId: number,
  db: Sql = sql,
): void {
  db.onceCommitted(() => knownIds().set(keyOf(orgId, hash), definitionId));
}
