import type { z } from 'zod';
import type { TemplateInput } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import type { OutputValue, ResultLink } from '@/lib/runs/result-facts';
import type { LogEntry, RunError } from '@/lib/runs/run-error';
import type { WarningTag } from '@/lib/settings/command-settings';
import type { SourceKindFacts } from '@/lib/sources/source-kind';

/** The name of a kind of source. `registry.ts` lists the connectors; no other file names a kind. */
export type SourceKind = string;

/** One thing at a source that can become a command. */
export interface Discovered {
  /** Recognises the thing again at the next look (decisions: `db::postgres::{credsId}::…`). */
  cloudId: string;
  /** The source's own full name, e.g. `shop.refund_order(integer, numeric)`. */
  cloudName: string;
  /** Its short name there, e.g. `refund_order`, with `(types)` if it is overloaded. `readableName` makes a command's. */
  friendlyName: string;
  /** Its arguments with names and types, e.g. `order_id integer, reason text`; absent if the source lists none. */
  signature?: string;
  /** Why it cannot be run with this connection, in words; null where it can. */
  unavailableReason: string | null;
  /** The extension it belongs to, so that a list can fold it away; null for the owner's own. */
  extension: string | null;
  /** What else the source declares of it, in the source's words, e.g. `security definer`, `stable`. */
  traits: readonly string[];
  likeness: Likeness;
  /** What it does to data, as the source declares; null if it declares nothing. `safe` if it only reads. */
  warningTag: WarningTag | null;
  /** What groups it there: a tag, a folder of a collection. A command folder can be made of it. */
  folder?: string | null;
  /** The uploaded description that it stands in; absent for what the source itself told. */
  staticCommandSourceId?: number;
  /** What that description calls itself. */
  sourceTitle?: string;
}

/**
 * By what a thing is recognised when it comes under another cloudId, the surest first: what did not move
 * when it was renamed, or when its signature changed. What stands at the same place of two lists and is equal
 * is one thing, if it is only one on either side.
 */
export type Likeness = readonly string[];

/** Everything a command needs to know of the thing it runs. */
export interface TemplateDescription {
  cloudId: string;
  cloudName: string;
  friendlyName: string;
  /** The source's own comment. */
  description: string | null;
  inputs: TemplateInput[];
  likeness: Likeness;
  /** What a new command of it is marked with, where its source tells that it changes data. */
  warningTag: WarningTag | null;
  /** What `execute` needs to run it again; written and read by the connector alone. */
  executable: JsonValue;
  /** As `Discovered` has it. */
  staticCommandSourceId?: number;
}

/**
 * What was uploaded to be a source: the operations of API descriptions, as they were read from them. A source
 * that can be asked for its things needs none of it.
 */
export interface Documents {
  list(): Promise<Discovered[]>;
  /** By cloudId; what is in no description is missing in the answer. */
  describe(cloudIds: readonly string[]): Promise<Map<string, TemplateDescription>>;
}

/** A column of a tabular result; names may repeat, and may be empty. */
export interface Column {
  name: string;
  /** The source's name of the type. */
  type: string;
}

/**
 * Where an execution puts what it gets, in the order it gets it. A promise returned by `row` must be
 * awaited before the next one: it is how a slow store holds back a fast source.
 */
export interface ResultSink {
  /** Begins a result set; every `row` until the next `table` belongs to it. */
  table(columns: readonly Column[]): void;
  /** One row of the open result set, as many cells as it has columns. */
  row(cells: readonly JsonValue[]): void | Promise<void>;
  /** The single value of a scalar routine. At most one call, and none together with `table`. */
  value(cell: JsonValue, type: string): void;
  /**
   * A response in one piece. At most one call, and none together with `table` or `value`. Its chunks may be let go of
   * once a promise that it returned has resolved.
   */
  whole(answer: WholeAnswer): void | Promise<void>;
  log(entry: LogEntry): void;
  /** A value that the routine hands back beside its rows: an OUTPUT parameter, a variable of a workflow. */
  output(value: OutputValue): void;
  /** What the routine returned. At most one call. */
  returned(value: OutputValue): void;
  /** How many rows a statement changed; a call for each statement, in their order. */
  affected(rows: number): void;
  link(link: ResultLink): void;
  metadata(name: string, value: string): void;
}

export type WholeFormat = 'json' | 'string' | 'csv' | 'markdown' | 'file';

/** A response in one piece: a JSON document, a text, or a file. */
export interface WholeAnswer {
  format: WholeFormat;
  /** Valid JSON as it came, without a byte order mark; text in UTF-8; or a file's bytes. */
  chunks: readonly Buffer[];
  /** For the format `file`. */
  file?: { name: string; contentType: string };
}

/** One run's call. `values` holds what is sent: a key that is absent is left out of the call. */
export interface Call {
  executable: JsonValue;
  /** By input key; checked against the inputs before. */
  values: Readonly<Record<string, JsonValue>>;
  /** The keys whose values are secrets, or hold one: they must reach nobody but the source itself. */
  secretKeys: readonly string[];
  /** What the connector's `ownPart` made of the command's settings when the run started; null without one. */
  own: JsonValue;
  /** What is kept sealed with the command for its calls, opened, such as HTTP headers; null where nothing is. */
  sealed: JsonValue;
  /** Aborted on cancel and on time-out; `execute` then stops the work at the source, too. */
  signal: AbortSignal;
}

/** What engineers set on a command that may change how its source is called. */
export interface CallSettings {
  executeInTransaction: boolean;
  headerNames: readonly string[];
}

/** What a connector may use from outside itself. */
export interface ConnectorContext {
  credsId: number;
  /** A new number whenever the credential's settings change, so that pooled sessions of the old end. */
  credsVersion: number;
  /** A credential that the product itself seeded: it may reach `network.samples`, and nothing else that is closed. */
  isBuiltin: boolean;
  network: NetworkPolicy;
  /** How many sessions may be open at the source at once, from this process. */
  maximumSessions: number;
  /** The descriptions that were uploaded for this credential. */
  documents: Documents;
  /** What all calls of this process may hold together of what sources send. */
  memory: MemoryBudget;
}

/** Memory that is shared by all calls of a process. No one waits for it: a call that finds no room is refused. */
export interface MemoryBudget {
  /** Takes so many bytes; false if they are not free. */
  tryTake(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** Which addresses a connection may reach (decisions §6). */
export interface NetworkPolicy {
  allowLoopback: boolean;
  allowPrivate: boolean;
  /** Hosts, addresses or CIDR blocks that are allowed whatever the two switches say. */
  allowed: readonly string[];
  /** `host:port` pairs that nobody may reach: the app's own database and ports. */
  forbidden: readonly string[];
  /** `host:port` pairs of the sample sources, the network guard's only exemption, for built-in credentials alone. */
  samples: readonly string[];
}

/** How work that goes on elsewhere stands. */
export type Look =
  | { ended: true; errors: RunError[] }
  /** It goes on. A `handle` takes the place of the one before, such as with how far its log was read. */
  | { ended: false; lookAgainMs: number; handle?: JsonValue };

/**
 * Work that goes on elsewhere while nobody waits for it, such as a workflow. Between looks nothing of it is in memory,
 * so any worker may look at it next.
 */
export interface WorkElsewhere<Connection> {
  /**
   * Starts the work under `name`, and answers what finds it again. Where work of that name has been started already,
   * it answers that work: a worker may have died between starting it and keeping its handle.
   */
  start(
    connection: Connection,
    context: ConnectorContext,
    call: Call,
    name: string,
  ): Promise<{ handle: JsonValue; lookAgainMs: number }>;
  /**
   * Looks how the work stands. What it puts into the sink's log, links and metadata is added to what came before; its
   * result comes whole with the look that finds it ended.
   */
  follow(
    connection: Connection,
    context: ConnectorContext,
    handle: JsonValue,
    sink: ResultSink,
    signal: AbortSignal,
  ): Promise<Look>;
  /** Stops the work. Does nothing if it has ended already. */
  cancel(
    connection: Connection,
    context: ConnectorContext,
    handle: JsonValue,
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * A kind of source. All methods throw a `ConnectorError` whose message a person can act on; whatever
 * else they throw is a defect of ours.
 */
export type Connector<Connection> = ExecutingConnector<Connection> | ElsewhereConnector<Connection>;

interface ConnectorBase<Connection> extends SourceKindFacts {
  /** The wire's `credType` that holds this kind's connection. */
  credType: 'db' | 'api' | 'github' | 'aws';
  /** Whether such a part of `POST creds` is this kind's, where several kinds share a `credType`. */
  isMeantBy?(part: Readonly<Record<string, JsonValue>>): boolean;
  /** What answers add to the documents' nested part; requests may name it, too. */
  partFacts?: Readonly<Record<string, JsonValue>>;
  /** Settings and secrets of a connection, in the order a form shows them. */
  connection: z.ZodType<Connection>;
  /** The keys of `connection` that are sealed at rest and never sent back. */
  secretKeys: readonly string[];
  /** The keys of `connection` that say where secrets are sent: who changes one must give the secrets again. */
  addressKeys: readonly string[];
  /** Secret keys that are emptied then rather than asked for again: no form of a connection has a field for them. */
  emptiedKeys?: readonly string[];
  /** Keys that hold a record of parts, of which a change says only some: the others stay, and null takes one away. */
  mergedKeys?: readonly string[];
  /** Whether its callers have to sign in, and nothing was filled in for that yet. Absent where that cannot be. */
  lacksAuth?(connection: Connection): boolean;
  /** Opens the connection and answers what is there, e.g. `PostgreSQL 18.4`. */
  check(connection: Connection, context: ConnectorContext): Promise<{ serverVersion: string }>;
  discover(connection: Connection, context: ConnectorContext): Promise<Discovered[]>;
  /** Throws `not_found` when the thing is not there any more. */
  describe(connection: Connection, context: ConnectorContext, cloudId: string): Promise<TemplateDescription>;
  /** The same for many at once, by cloudId; what is not there is missing in the answer. */
  describeAll(
    connection: Connection,
    context: ConnectorContext,
    cloudIds: readonly string[],
  ): Promise<Map<string, TemplateDescription>>;
  /** What it keeps of a command's settings with each run. Absent where it takes none. */
  ownPart?(settings: CallSettings): JsonValue;
  /**
   * Where a command is called, so that what is sealed for it goes nowhere else; null where nobody has said yet. There
   * for a kind with the capability `httpHeaders`.
   */
  originOf?(connection: Connection, executable: JsonValue): string | null;
  /**
   * What a call would send, as a shell command to copy; places for secrets are named, never filled in. There for a kind
   * with the capability `statement`.
   */
  statement?(connection: Connection, call: Pick<Call, 'executable' | 'values' | 'own'>): string;
  /** Ends pooled sessions; called when the process stops. */
  close(): Promise<void>;
}

/** One that answers while somebody waits, such as a database. */
export interface ExecutingConnector<Connection> extends ConnectorBase<Connection> {
  /** Resolves with the source's errors, empty when it succeeded; rows before an error stay in the sink. */
  execute(
    connection: Connection,
    context: ConnectorContext,
    call: Call,
    sink: ResultSink,
  ): Promise<{ errors: RunError[] }>;
  elsewhere?: undefined;
}

/** One whose work goes on elsewhere. */
export interface ElsewhereConnector<Connection> extends ConnectorBase<Connection> {
  elsewhere: WorkElsewhere<Connection>;
  execute?: undefined;
}
