/** What the sources of a kind can do, apart from being connected and run. Screens and services check these. */
export const capabilities = [
  /** It can list what it has, and its commands can be synced. */
  'discovery',
  /** Its connections authenticate each call, so a missing credential can be filled in from a run. */
  'signIn',
  /** A command's engineers can give its calls HTTP headers. */
  'httpHeaders',
  /** A command's engineers choose whether it runs in a transaction. */
  'transactions',
  /** A run can be copied as a shell command that calls the source. */
  'statement',
  /** Its commands send SQL, which their engineers can view. */
  'sql',
  /** Its commands are code, which their engineers can view. */
  'code',
  /** It can call us when something is pushed there, so that changed commands are marked. */
  'pushes',
  /** Its connections can keep the results of runs. */
  'stores',
  /** Its connections read secrets of Azure Key Vault for others. */
  'keyVault',
  /** A run can be rolled back, so that it only shows what it would do. */
  'dryRun',
] as const;

export type Capability = (typeof capabilities)[number];

/**
 * How commands of a source are added: by connecting it and choosing from what it has, by uploading a document, or by
 * describing one request.
 */
export const addingWays = ['connection', 'openapi', 'postman', 'request'] as const;

/** One such way, with its menu label. */
export interface AddingWay {
  by: (typeof addingWays)[number];
  label: string;
}

/** Which parts of an input engineers may edit, and whether a sync updates them. */
export interface InputEdits {
  type: boolean;
  key: boolean;
  addAndDelete: boolean;
  sync: boolean;
}

/** What is known about a kind of source without connecting one. */
export interface SourceKindFacts {
  kind: string;
  /** Its name, e.g. `Postgres`. */
  label: string;
  /** The singular and plural names for a thing at such a source. */
  thing: { one: string; many: string };
  /** In menu order. */
  addingWays: AddingWay[];
  /** The type system of its inputs. */
  typeSystem: string;
  capabilities: Capability[];
  /** By where the inputs were read from: the kind itself, or an uploaded document. */
  inputEdits: Record<string, InputEdits>;
}

/** The facts shown for a kind that this version doesn't know, such as one that a later version stored. */
const unknownKind = (kind: string): SourceKindFacts => ({
  kind,
  label: kind,
  thing: { one: 'command', many: 'commands' },
  addingWays: [],
  typeSystem: kind,
  capabilities: [],
  inputEdits: {},
});

export function factsOfKind(kinds: readonly SourceKindFacts[], kind: string): SourceKindFacts {
  return kinds.find((each) => each.kind === kind) ?? unknownKind(kind);
}
