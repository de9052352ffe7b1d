import type { z } from 'zod';
import type {
  CommandAction,
  CredentialAction,
  FolderAction,
  OrgAction,
  RunAction,
  TemplateAction,
} from '@/lib/access/vocabulary';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Where in a request the id of the thing it is about stands: its path, or its body. */
export type IdPlace = `path.${string}` | `body.${string}`;

/**
 * What a request needs before its handler is called. The type has no member that means "unchecked": an
 * operation for everybody says so.
 */
export type Permission =
  | { needs: 'nothing' }
  | { needs: 'signedIn' }
  | { needs: 'org'; action: OrgAction }
  /** `form` loads what the command is run with, too. A run must be of the command that is named beside it. */
  | { needs: 'command'; action: CommandAction; id: IdPlace; form?: true }
  | { needs: 'folder'; action: FolderAction; id: IdPlace }
  | { needs: 'template'; action: TemplateAction; id: IdPlace }
  | { needs: 'credential'; action: CredentialAction; id: IdPlace }
  | { needs: 'run'; action: RunAction; id: IdPlace; command?: IdPlace; form?: true }
  | { needs: 'runGroup'; id: IdPlace };

/** What an operation answers. */
export type Answer<Response extends z.ZodType> =
  | { kind: 'json'; status: 200 | 201 | 202; schema: Response }
  | { kind: 'nothing' }
  /** A file to save, of whatever type its handler says. */
  | { kind: 'file' }
  /** Server-sent events until the client leaves or there is nothing left to tell. */
  | { kind: 'events' };

/** One API operation: all that server, client, OpenAPI document and access tests know of it. */
export interface Operation<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | null = z.ZodType | null,
  Response extends z.ZodType = z.ZodType,
  P extends Permission = Permission,
> {
  id: string;
  method: Method;
  /** Below `/api/v1`, with `{names}` for what varies: `/{orgId}/kits/{kitId}`. */
  path: string;
  summary: string;
  permission: P;
  params: Path;
  query: Query;
  /** Null for an operation without a body: a body that is sent all the same is refused. */
  body: Body;
  /** Files come with the request, as multipart/form-data; `body` are the fields beside them, all text. */
  files?: true;
  answer: Answer<Response>;
  /** Whether an `Idempotency-Key` is honored: for what has an effect that must not happen twice. */
  idempotent?: true;
  /** Which limit counts the request; per person where it is left out. */
  limit?: 'signIn';
}

/** Declares an operation; exists so that its types are inferred and its permission cannot be left out. */
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
