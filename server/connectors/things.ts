import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import type { WarningTag } from '@/lib/settings/command-choices';
import type { Column } from '@/server/connectors/result-sink';

/** The name of a kind of source. `registry.ts` lists the connectors; no other file names a kind. */
export type SourceKind = string;

/** One thing at a source that can become a command. */
export interface Discovered {
  /** Identifies the thing again later (decisions: `db::postgres::{credsId}::…`). */
  cloudId: string;
  /** The source's own full name, e.g. `shop.refund_order(integer, numeric)`. */
  cloudName: string;
  /** Its short name there, e.g. `refund_order`, with `(types)` if it is overloaded. `readableName` makes a command's. */
  friendlyName: string;
  /** Its arguments with names and types, e.g. `order_id integer, reason text`; absent if the source lists none. */
  signature?: string;
  /** Why it can't be run with this connection, null if it can. */
  unavailableReason: string | null;
  /** The extension that it belongs to, so that a list can collapse it; null for the owner's own. */
  extension: string | null;
  /** Other properties that the source declares, in its own words, e.g. `security definer`, `stable`. */
  traits: readonly string[];
  likeness: Likeness;
  /** What it does to data, as the source declares; null if it declares nothing. `safe` if it only reads. */
  warningTag: WarningTag | null;
  /** Its group at the source: a tag, a folder of a collection. A command folder can be made from it. */
  folder?: string | null;
  /** The uploaded description that has it; absent for things that the source itself lists. */
  staticCommandSourceId?: number;
  /** That description's name for it. */
  sourceTitle?: string;
}

/**
 * The marks that identify a thing under another cloudId, the strongest first: those that survive a rename, or a change of
 * the signature. Two things with equal marks at the same position are the same, if the mark is unique on both sides.
 */
export type Likeness = readonly string[];

/** One change of a template's inputs by an engineer, in the order that they made them. */
export type InputEdit =
  /** `passing`: how the source takes it, as the kind reads it from code; absent for the kind's own way. */
  | { kind: 'add'; input: TemplateInput; passing?: JsonValue }
  | { kind: 'remove'; key: string }
  | { kind: 'rename'; key: string; to: string }
  | { kind: 'retype'; key: string; type: InputType }
  | { kind: 'secret'; key: string; isSecret: boolean };

/** An edit that the call may depend on. */
export type CallEdit = Exclude<InputEdit, { kind: 'secret' }>;

/** The code of a thing, for its engineers. */
export interface ThingCode {
  /** The name of its language's type system. */
  language: string;
  path: string;
  /** Where people see it at the source. */
  url: string;
  /** As it was when the inputs were read from it; null if the source no longer has that version. */
  read: string | null;
  /** As it is now; null if it is no longer there. */
  current: string | null;
  /** Where each input is asked for. */
  marks: { key: string; path: string; line: number; what: string }[];
  notes: { path: string; line: number; message: string }[];
}

/** What was pushed to the branch of a connection. */
export interface Push {
  /** The newest commit; null if the branch was deleted. */
  commit: string | null;
  /** The paths of all files that were added, changed, or removed; null if the source doesn't name all of them. */
  files: ReadonlySet<string> | null;
}

/** What reading a piece of code told, without running it. */
export interface SnippetInputs {
  inputs: { input: TemplateInput; passing: Record<string, JsonValue>; line: number; what: string }[];
  /** What was seen and not understood, and why there is nothing to ask for. */
  notes: { line: number; message: string }[];
  /** The first line, from 1, that isn't code of its language; null if all of it is. */
  errorLine: number | null;
}

/** Everything that a command needs to know about the thing it runs. */
export interface TemplateDescription {
  cloudId: string;
  cloudName: string;
  friendlyName: string;
  /** The source's own comment. */
  description: string | null;
  inputs: TemplateInput[];
  likeness: Likeness;
  /** The mark of a new command: as `Discovered` has it. */
  warningTag: WarningTag | null;
  /** The columns of its result, as far as it declares them; absent for a kind of source that doesn't declare any. */
  columns?: readonly Column[];
  /** What `execute` needs to run it; only the connector reads and writes it. */
  executable: JsonValue;
  /** As in `Discovered`. */
  staticCommandSourceId?: number;
}

/**
 * Uploaded sources: the operations of API descriptions. A source that can list its things itself doesn't need them.
 */
export interface Documents {
  list(): Promise<Discovered[]>;
  /** By cloudId; things that no description has are missing from the result. */
  describe(cloudIds: readonly string[]): Promise<Map<string, TemplateDescription>>;
}
