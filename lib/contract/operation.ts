import type { z } from 'zod';
import type {
  CommandAction,
  CredentialAction,
  Effect,
  FolderAction,
  OrgAction,
  RunAction,
  TemplateAction,
} from '@/lib/access/vocabulary';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Where in a request the subject's id is: its path or its body. */
export type IdPlace = `path.${string}` | `body.${string}`;

/**
 * What a request needs before its handler is called. No member of this type means "unchecked": an operation that is
 * open to everyone says so.
 */
export type Permission =
  | { needs: 'nothing' }
  /** `inPerson` keeps out tokens, whatever they may do: for what a stolen one must not reach. */
  | { needs: 'signedIn'; inPerson?: true }
  | { needs: 'org'; action: OrgAction }
  /** `form` also loads what the command runs with. A run must belong to the command named in the path. */
  | { needs: 'command'; action: CommandAction; id: IdPlace; form?: true }
  | { needs: 'folder'; action: FolderAction; id: IdPlace }
  | { needs: 'template'; action: TemplateAction; id: IdPlace }
  | { needs: 'credential'; action: CredentialAction; id: IdPlace }
  /** All dropdowns of the organization; with `id`, changing that one. */
  | { needs: 'dropdowns'; id?: IdPlace }
  | { needs: 'run'; action: RunAction; id: IdPlace; command?: IdPlace; form?: true }
  | { needs: 'runGroup'; id: IdPlace }
  /** The operator, who has signed in with the key of the server; see `server/people/sign-in/operator`. */
  | { needs: 'operator' };

/** What an operation returns. */
export type Answer<Response extends z.ZodType> =
  /** With `isAccepted`, a response for which it is true has the status 202: what was asked for has yet to happen. */
  | {
      kind: 'json';
      status: 200 | 201 | 202;
      schema: Response;
      isAccepted?(response: z.output<Response>): boolean;
      /** Whether everybody gets the same for as long as the server runs. */
      isConstant?: true;
    }
  | { kind: 'nothing' }
  /** A file to save; its handler sets the type. */
  | { kind: 'file' }
  /** Server-sent events until the client disconnects or there is nothing left to send. */
  | { kind: 'events' };

/** One API operation: everything that server, client, OpenAPI document, and access tests know about it. */
export interface Operation<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | null = z.ZodType | null,
  Response extends z.ZodType = z.ZodType,
  P extends Permission = Permission,
> {
  id: string;
  method: Method;
  /** What it does; the scopes of tokens are said in these words. */
  effect: Effect;
  /** Below `/api/v1`, with `{names}` for the variable parts: `/{orgId}/kits/{kitId}`. */
  path: string;
  summary: string;
  permission: P;
  params: Path;
  query: Query;
  /** Null for an operation without a body; a body sent to it is refused. */
  body: Body;
  /** The request carries files, as multipart/form-data; `body` holds the other fields, all text. */
  files?: true;
  answer: Answer<Response>;
  /** Whether an `Idempotency-Key` is supported: for operations whose effect must not happen twice. */
  idempotent?: true;
  /** Whether the answer may take minutes: the response then begins before it, with spaces in front of the JSON. */
  waits?: true;
  /**
   * Whether it may be decided by what was read for an earlier request: its service checks in the statement that changes
   * something that nothing has changed since.
   */
  recalls?: true;
  /**
   * Whether it reads much of what has happened: a replica of the database may answer it, once that has everything that
   * was committed before. For a file, this is about its contents.
   */
  readsHistory?: true;
  /** Which rate limit applies; per person by default. */
  limit?: 'document' | 'signIn' | 'diagnostics';
  /** Whether a caller whose session can't be read, because the database is down, is answered as if signed out. */
  answersWithoutDatabase?: true;
  /** Whether it tells strangers that they are strangers: a program whose token isn't valid gets a 401 instead. */
  tellsWhoAsks?: true;
}

/** Declares an operation, so that its types are inferred and its permission can't be left out. */
export function operation<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType | null,
  Response extends z.ZodType,
  const P extends Permission,
>(declared: Operation<Path, Query, Body, Response, P>): Operation<Path, Query, Body, Response, P> {
  return declared;
}

/** Any operation, whatever its shapes. */
export type AnyOperation = Operation<z.ZodType, z.ZodType, z.ZodType | null, z.ZodType, Permission>;

export type ParamsOf<O extends AnyOperation> = z.output<O['params']>;
export type QueryOf<O extends AnyOperation> = z.output<O['query']>;
export type BodyOf<O extends AnyOperation> = z.output<NonNullable<O['body']>>;
export type ResponseOf<O extends AnyOperation> =
  O extends Operation<z.ZodType, z.ZodType, z.ZodType | null, infer Response, Permission>
    ? z.output<Response>
    : never;
