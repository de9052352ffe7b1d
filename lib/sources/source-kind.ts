/** What the sources of a kind can do beside being connected and run. Screens and services ask for these. */
export const capabilities = [
  /** It can be asked what it has, and its commands can be synced. */
  'discovery',
  /** Its connections sign in for each call, so that a missing credential is filled in beside a run. */
  'signIn',
  /** A command's engineers can give its calls HTTP headers. */
  'httpHeaders',
  /** A command's engineers choose whether it runs in a transaction. */
  'transactions',
  /** A run can be copied as a shell command that calls the source. */
  'statement',
] as const;

export type Capability = (typeof capabilities)[number];

/**
 * By what one gets commands of a source: by connecting it and choosing among what it has, by uploading a document, or
 * by describing one request.
 */
export const addingWays = ['connection', 'openapi', 'postman', 'request'] as const;

/** Such a way, with what it is called in a menu. */
export interface AddingWay {
  by: (typeof addingWays)[number];
  label: string;
}

/** Which parts of an input engineers may edit, and whether a sync updates them (document 2 §6). */
export interface InputEdits {
  type: boolean;
  key: boolean;
  addAndDelete: boolean;
  sync: boolean;
}

/** What is known of a kind of source without connecting one. */
export interface SourceKindFacts {
  kind: string;
  /** What it is called, e.g. `Postgres`. */
  label: string;
  /** What one of the things at such a source is called, and several. */
  thing: { one: string; many: string };
  /** In the order a menu offers them. */
  addingWays: readonly AddingWay[];
  /** The type system of its inputs. */
  typeSystem: string;
  capabilities: readonly Capability[];
  /** By what the inputs were read from: the kind itself, or an uploaded document. */
  inputEdits: Readonly<Record<string, InputEdits>>;
}

/** What is shown of a kind that this version does not know, such as one that a later version stored. */
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
