import { z } from 'zod';
import { exactJson, parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { type ErrorCode, errorBody, type Issue } from '@/lib/contract/error-body';
import type { AnyOperation, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@/lib/contract/operation';
import { decodeTrusted } from '@/lib/wire/trusted';
import { API_BASE, fillPath, queryString } from '@/lib/wire/url';

/** An API refusal, or a call without a response (`status` 0). Its message is meant for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'offline',
    message: string,
    readonly issues: readonly Issue[] = [],
    /** The id to quote when asking for help. */
    readonly requestId: string | null = null,
    /** Whether other people were asked to approve what was refused. */
    readonly isAskedFor = false,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

type InputPart<Key extends string, Value> = keyof Value extends never
  ? { [K in Key]?: undefined }
  : Partial<Record<never, never>> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** The input of an operation: `params`, `query`, and `body`, each only if the operation has one. */
export type CallInput<O extends AnyOperation> = InputPart<'params', ParamsOf<O>> &
  InputPart<'query', QueryOf<O>> &
  (O['body'] extends null ? { body?: undefined } : { body: BodyOf<O> });

export interface CallOptions {
  signal?: AbortSignal;
  /** Repeating the same key and body returns the first result again. */
  idempotencyKey?: string;
  /** The files of an upload, in addition to the fields of its body. */
  files?: readonly File[];
  /** Trusts our own server's response without validating it again: for lists of thousands. */
  isTrusted?: true;
  /** Makes the request instead of the browser's `fetch`, for programs that name the server and send a token. */
  fetch?: typeof fetch;
}

/** The URL of an operation, for requests that the browser makes itself (event streams, links). */
export function operationUrl<O extends AnyOperation>(
  operation: O,
  input: { params?: ParamsOf<O>; query?: QueryOf<O> },
): string {
  const params = z.encode(operation.params, input.params ?? {}) as Record<string, string>;
  const query = z.encode(operation.query, input.query ?? {}) as Record<string, string | string[]>;
  return API_BASE + fillPath(operation.path, params) + queryString(query);
}

/**
 * Calls an operation of our own API and returns its decoded response.
 * @throws ApiError
 */
export async function callApi<O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<ResponseOf<O>> {
  const response = await request(operation, input, options);
  if (options.isTrusted !== true || operation.answer.kind !== 'json')
    return decoded(operation, response, options);
  return decodeTrusted(operation.answer.schema, await exactBody(response, options)) as ResponseOf<O>;
}

/** One page of a list, with the total number of rows as far as they were counted. */
export interface Page<Rows> {
  rows: Rows;
  totalCount: number;
  /** How far back a limited search went, as ISO 8601; null if it searched everything. */
  searchedUntil: string | null;
}

/** Calls an operation that returns a page with a count. */
export async function callApiForPage<O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<Page<ResponseOf<O>>> {
  const response = await request(operation, input, options);
  return {
    totalCount: Number(response.headers.get('x-total-count') ?? 0),
    searchedUntil: response.headers.get('x-searched-until'),
    rows: await decoded(operation, response, options),
  };
}

/** The JSON of a response, whose numbers keep all their digits. */
async function exactBody(response: Response, { signal, fetch: instead }: CallOptions): Promise<JsonValue> {
  try {
    return parseExactJson(await response.text());
  } catch (cause) {
    if (instead !== undefined) throw cause;
    throw unanswered(cause, signal);
  }
}

async function decoded<O extends AnyOperation>(
  { answer, waits }: O,
  response: Response,
  options: CallOptions,
): Promise<ResponseOf<O>> {
  if (answer.kind !== 'json') return undefined as ResponseOf<O>;
  const body = await exactBody(response, options);
  if (waits) refuseLate(body);
  return z.decode(answer.schema, body) as ResponseOf<O>;
}

/** Throws the refusal of an operation whose response had begun before it was refused. */
function refuseLate(body: JsonValue): void {
  const late = errorBody.safeParse(body);
  if (!late.success) return;
  const { code, message, issues, request_id: requestId } = late.data.error;
  const status = code === 'timed_out' ? 504 : code === 'unavailable' ? 503 : 500;
  throw new ApiError(status, code, message, issues ?? [], requestId);
}

async function request<O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey);
  let body: string | FormData | null = null;
  if (operation.files) {
    // The browser sets the content type, because only it knows the multipart boundary.
    body = formOf(z.encode(operation.body ?? z.null(), input.body), options.files ?? []);
  } else if (operation.body !== null) {
    headers.set('Content-Type', 'application/json');
    body = exactJson(z.encode(operation.body, input.body));
  }
  const response = await send(
    operationUrl<O>(operation, { params: input.params, query: input.query } as Pick<
      CallInput<O>,
      'params' | 'query'
    >),
    {
      method: operation.method,
      headers,
      body,
      signal: options.signal ?? null,
    },
    options.fetch,
  );
  if (!response.ok) throw await refusal(response);
  return response;
}

function formOf(fields: unknown, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, String(value));
  for (const file of files) form.append('file', file);
  return form;
}

async function send(url: string, init: RequestInit, fetchInstead?: typeof fetch): Promise<Response> {
  if (fetchInstead !== undefined) return fetchInstead(url, init);
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw unanswered(cause, init.signal);
  }
}

/** Why a response never came, or not all of it. A call that its caller ended keeps the reason that it was ended with. */
function unanswered(cause: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return cause;
  return new ApiError(0, 'offline', 'The server cannot be reached. Check your connection, then try again.');
}

async function refusal(response: Response): Promise<ApiError> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  if (!parsed.success) {
    return new ApiError(
      response.status,
      'internal',
      `The server answered ${response.status} without a reason.`,
    );
  }
  const { code, message, issues, request_id, asked_for_approval } = parsed.data.error;
  return new ApiError(response.status, code, message, issues ?? [], request_id, asked_for_approval);
}
