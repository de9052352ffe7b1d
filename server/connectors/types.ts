import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { RunError } from '@/lib/runs/run-error';
import type { SourceKindFacts } from '@/lib/sources/source-kind';
import type { StoreSettings } from '@/server/base/store-settings';
import type { ConnectorContext, ScriptSettings } from '@/server/connectors/connector-context';
import type { ResultSink } from '@/server/connectors/result-sink';
import type {
  CallEdit,
  Discovered,
  Push,
  SnippetInputs,
  TemplateDescription,
  ThingCode,
} from '@/server/connectors/things';

/** One run's call. `values` has what is sent: an absent key is left out of the call. */
export interface Call {
  executable: JsonValue;
  /** By input key; already checked against the inputs. */
  values: Readonly<Record<string, JsonValue>>;
  /** The keys whose values are secrets, or contain one: only the source may get them. */
  secretKeys: readonly string[];
  /** The result of the connector's `ownPart` for the command's settings at the start of the run; null without one. */
  own: JsonValue;
  /** The command's sealed values for calls, decrypted, such as HTTP headers; null if there are none. */
  sealed: JsonValue;
  /**
   * Whether to undo everything at the end, and to report what would have changed. Only for kinds with the capability
   * `dryRun`.
   */
  isDryRun?: true;
  /** Aborted on cancel and on timeout; `execute` then stops the work at the source, too. */
  signal: AbortSignal;
}

/** The settings of a command that may change how its source is called. */
export interface CallSettings {
  executeInTransaction: boolean;
  headerNames: readonly string[];
}

/** A person's variables by name: who they are, and the results of startup commands. */
export type Variables = Readonly<Record<string, JsonValue>>;

/** The state of work that continues elsewhere. */
export type Look =
  | { ended: true; errors: RunError[] }
  /** Still in progress. A new `handle` replaces the previous one, for example with how far its log was read. */
  | { ended: false; lookAgainMs: number; handle?: JsonValue };

/** Work that was started elsewhere. */
export interface StartedWork {
  handle: JsonValue;
  lookAgainMs: number;
  /** The same for all runs that share the work: it is stopped when the last of them is. Absent for a run on its own. */
  sharedAs?: string | null;
}

/**
 * Work that continues elsewhere while nothing waits for it, such as a workflow. Between checks none of it is in memory,
 * so any worker may do the next one.
 */
export interface WorkElsewhere<Connection> {
  /**
   * Starts the work under `name`, and returns a handle that finds it again. If work with that name has already been
   * started, returns its handle: a worker may have died between starting it and saving the handle.
   *
   * @param group runs of the same group may share work, if they start at the same time; null for a run on its own
   */
  start(
    connection: Connection,
    context: ConnectorContext,
    call: Call,
    name: string,
    group: string | null,
  ): Promise<StartedWork>;
  /**
   * Checks the state of the work. Log lines, links, and metadata are added to earlier ones; the result is written as a
   * whole by the check that finds the work ended.
   */
  follow(
    connection: Connection,
    context: ConnectorContext,
    handle: JsonValue,
    sink: ResultSink,
    signal: AbortSignal,
  ): Promise<Look>;
  /** Stops the work. Does nothing if it has already ended. */
  cancel(
    connection: Connection,
    context: ConnectorContext,
    handle: JsonValue,
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * A kind of source. All methods throw a `ConnectorError` whose message a person can act on; any other error is a bug of
 * ours.
 */
export type Connector<Connection> =
  | ExecutingConnector<Connection>
  | ElsewhereConnector<Connection>
  | MixedConnector<Connection>;

/** What a check of a connection found. */
export interface Checked {
  /** What is there, e.g. `PostgreSQL 18.4`. */
  serverVersion: string;
  /** What won't work there, and what to do; absent if everything does. */
  warning?: string;
}

/** What reading code needs from the outside. */
export type SnippetContext = Pick<ScriptSettings, 'takePlace'>;

/** What a source tells of pushes, and what they mean for its things. */
export interface PushReader {
  /**
   * Reads a push. Returns null for one that doesn't concern the connection: of another branch, or of another repository.
   * Throws `failed` for what isn't a push.
   *
   * @param settings of the connection as they are stored, without its secrets
   */
  read(settings: JsonValue, payload: unknown): Push | null;
  /** The paths of the files that a thing was read from. */
  filesOf(executable: JsonValue): ReadonlySet<string>;
}

interface ConnectorBase<Connection> extends SourceKindFacts {
  /** The wire's `credType` for this kind's connections. */
  credType: 'az' | 'db' | 'api' | 'github' | 'aws';
  /** Whether such a part of `POST creds` is of this kind, if several kinds share a `credType`. */
  isMeantBy?(part: Readonly<Record<string, JsonValue>>): boolean;
  /** Keys that responses add to the documents' nested part; requests may include them, too. */
  partFacts?: Readonly<Record<string, JsonValue>>;
  /** Settings and secrets of a connection, in the order of the form. */
  connection: z.ZodType<Connection>;
  /** The keys of `connection` that are sealed at rest and never returned. */
  secretKeys: readonly string[];
  /** The keys of `connection` that decide where secrets are sent: changing one requires the secrets again. */
  addressKeys: readonly string[];
  /** Secret keys that are cleared then, rather than required again: no form of a connection has a field for them. */
  emptiedKeys?: readonly string[];
  /**
   * The secret keys that may be in use with the other settings, which all must be entered again if the saved ones can't be
   * opened; absent if those are all of them.
   */
  usedSecrets?(settings: Readonly<Record<string, JsonValue>>): readonly string[];
  /** Keys with a record of parts, of which a change may include only some: the others stay, and null removes one. */
  mergedKeys?: readonly string[];
  /** Secret keys with a record of values whose names are no secret, so that people see what there is. */
  namedSecretKeys?: readonly string[];
  /** What a person must still fill in for the choices that they save, by key; null if nothing. `given` are the keys that they send. */
  unfilled?(connection: Connection, given: ReadonlySet<string>): { key: string; message: string } | null;
  /** The keys whose values are removed with what a person saves, since no choice of theirs uses them anymore. */
  clearedKeys?(connection: Connection, given: ReadonlySet<string>): readonly string[];
  /** Whether callers have to authenticate, but nothing is filled in for that yet. Absent if that can't occur. */
  lacksAuth?(connection: Connection): boolean;
  /** The ways to authenticate for which nothing is filled in yet, by name. Absent if they have no names. */
  authGaps?(connection: Connection): readonly string[];
  /** Whether parts of the connection come from variables of the person who runs a command. Absent if they never do. */
  needsVariables?(connection: Connection): boolean;
  /** Fills these in for one run. Throws if one has no value. */
  fillVariables?(connection: Connection, variables: Variables): Connection;
  /**
   * Opens the connection and looks at what is there.
   *
   * @param signal aborted when nobody waits for the answer anymore; sockets are then closed
   */
  check(connection: Connection, context: ConnectorContext, signal: AbortSignal): Promise<Checked>;
  discover(connection: Connection, context: ConnectorContext): Promise<Discovered[]>;
  /** Throws `not_found` if the thing no longer exists. */
  describe(connection: Connection, context: ConnectorContext, cloudId: string): Promise<TemplateDescription>;
  /** The same for many at once, by cloudId; things that don't exist are missing from the result. */
  describeAll(
    connection: Connection,
    context: ConnectorContext,
    cloudIds: readonly string[],
  ): Promise<Map<string, TemplateDescription>>;
  /** The part of a command's settings to store with each run. Absent if the kind uses none. */
  ownPart?(settings: CallSettings): JsonValue;
  /**
   * Where a command is called, so that its sealed values are sent nowhere else; null if the connection has no address yet.
   * Present for kinds with the capability `httpHeaders`.
   */
  originOf?(connection: Connection, executable: JsonValue): string | null;
  /**
   * What a call would send, as a shell command to copy, with placeholders for secrets. Present for kinds with the
   * capability `statement`.
   */
  statement?(connection: Connection, call: Pick<Call, 'executable' | 'values' | 'own'>): string;
  /** The setting that may name a secret of Azure Key Vault, and the secret setting that is then read from there. */
  vaultSecret?: { reference: string; fills: string };
  /** Reads a secret by its address. Present for kinds with the capability `keyVault`. */
  readVaultSecret?(
    connection: Connection,
    context: ConnectorContext,
    reference: string,
    signal: AbortSignal | null,
  ): Promise<string>;
  /** The store that a connection is, for results. Present for kinds with the capability `stores`. */
  resultStore?(connection: Connection): StoreSettings;
  /** The routine that a call runs, for the documents' `dbInfo`; null if that can't be read. Present for databases. */
  routineOf?(executable: JsonValue): { schema: string; name: string; kind: string } | null;
  /** The SQL of a call, with placeholders for its values. Present for kinds with the capability `sql`. */
  sql?(executable: JsonValue): string;
  /** The code of a thing. Present for kinds with the capability `code`. */
  readCode?(connection: Connection, context: ConnectorContext, executable: JsonValue): Promise<ThingCode>;
  /** Reads what the source sends when something was pushed. Present for kinds with the capability `pushes`. */
  pushes?: PushReader;
  /**
   * Why a command can't be dry-run, in a sentence; null if it can. Present for kinds with the capability `dryRun`.
   *
   * @param own the result of `ownPart`
   */
  dryRunRefusal?(executable: JsonValue, own: JsonValue): string | null;
  /**
   * Where the inputs of a thing were read from, a key of `inputEdits`, and their type system. Present for kinds whose things
   * differ in that.
   */
  inputSource?(executable: JsonValue): { parameterSource: string; typeSystem: string };
  /**
   * The call after an engineer changed an input, so that what is filled in is sent. Present for kinds with such
   * `inputEdits`. Throws `failed` with the reason if it can't be called like that.
   */
  editInput?(executable: JsonValue, edit: CallEdit): JsonValue;
  /**
   * What a piece of code asks for, read and never run. Present for kinds whose things are code.
   *
   * @param typeSystem the language's
   */
  readSnippet?(typeSystem: string, code: string, context: SnippetContext): Promise<SnippetInputs>;
  /** Whether the ids of its things name their account, so that another connection has others. */
  thingsNameAccount?: true;
  /** Ends pooled sessions when the process stops. */
  close(): Promise<void>;
}

/** A kind whose calls return while a worker waits, such as a database. */
export interface ExecutingConnector<Connection> extends ConnectorBase<Connection> {
  /** Resolves with the source's errors, empty on success; rows before an error stay in the sink. */
  execute(
    connection: Connection,
    context: ConnectorContext,
    call: Call,
    sink: ResultSink,
  ): Promise<{ errors: RunError[] }>;
  elsewhere?: undefined;
}

/** A kind some of whose things return while a worker waits, while the work of others continues elsewhere. */
export interface MixedConnector<Connection> extends ConnectorBase<Connection> {
  execute: ExecutingConnector<Connection>['execute'];
  elsewhere: WorkElsewhere<Connection>;
  /** Whether the work of this thing continues elsewhere. */
  goesElsewhere(executable: JsonValue): boolean;
  /**
   * Whether the work of every thing continues elsewhere, as the connection is set up now. Absent where only the thing
   * decides.
   *
   * @param settings of the connection as they are stored, without its secrets
   */
  isElsewhere?(settings: JsonValue): boolean;
}

/** A kind whose work continues elsewhere. */
export interface ElsewhereConnector<Connection> extends ConnectorBase<Connection> {
  elsewhere: WorkElsewhere<Connection>;
  execute?: undefined;
}
