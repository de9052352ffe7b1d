import { join } from 'node:path';
import type { Method } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { API_BASE } from '@/lib/wire/url';
import type { RouteHandler } from '@/server/http/route';

/** A request as a script would send it. */
export interface Sent {
  /** The demo person who calls; signed out if left out. */
  as?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Aborted when the caller leaves. */
  signal?: AbortSignal;
}

/** A response with its JSON parsed; `body` is null if there is none. */
export interface Answered {
  status: number;
  body: unknown;
  headers: Headers;
}

interface Match {
  file: string;
  params: Record<string, string>;
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');
const fixedParts = (names: readonly string[]) => names.filter((name) => !name.startsWith('{')).length;

/** The paths of the contract with their parts, those with the most fixed parts first. */
const patterns = [...new Set(operations.map((operation) => operation.path))]
  .map((pattern) => ({ pattern, names: partsOf(pattern) }))
  .sort((a, b) => fixedParts(b.names) - fixedParts(a.names));

/** Finds the route file that Next would choose for a path, with the values of its `[names]`. */
function matchRoute(path: string): Match {
  const parts = partsOf(path);
  for (const { pattern, names } of patterns) {
    if (names.length !== parts.length) continue;
    const isMatch = names.every((name, index) => name.startsWith('{') || name === parts[index]);
    if (!isMatch) continue;
    const params = Object.fromEntries(
      names.flatMap((name, index) =>
        name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(parts[index] ?? '')]] : [],
      ),
    );
    return { file: pattern.replace(/\{(\w+)\}/g, '[$1]'), params };
  }
  throw new Error(`No route for ${path}`);
}

/** Loads the code that answers a path, which is already done when it is loaded again. */
export async function loadRoute(
  method: Method,
  path: string,
): Promise<{ handler: RouteHandler; params: Record<string, string> }> {
  const { file, params } = matchRoute(path);
  const module: Record<string, RouteHandler | undefined> = await import(
    join(process.cwd(), `app/api/v1${file}/route.ts`)
  );
  const handler = module[method];
  if (handler === undefined) throw new Error(`${file} does not answer ${method}`);
  return { handler, params };
}

/** Sends a request through the real route file, and returns the raw response. */
export async function sendRaw(method: Method, target: string, sent: Sent = {}): Promise<Response> {
  const [path = '', search] = target.split('?');
  const { handler, params } = await loadRoute(method, path);
  const headers = new Headers({ host: 'localhost:3000', ...sent.headers });
  if (sent.as !== undefined) headers.set('x-demo-user-id', sent.as);
  const init: RequestInit = { method, headers, signal: sent.signal ?? null };
  if (sent.body instanceof FormData) {
    init.body = sent.body;
  } else if (sent.body !== undefined) {
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    init.body = typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body);
  }
  const url = `http://localhost:3000${API_BASE}${path}${search === undefined ? '' : `?${search}`}`;
  const request = new Request(url, init);
  // `fetch` would set this header; a Request made by hand may not.
  if (!request.headers.has('host')) request.headers.set('host', headers.get('host') ?? '');
  return handler(request, {
    params: Promise.resolve(Object.keys(params).length === 0 ? undefined : params),
  });
}

/** Sends a request and parses its response. */
export async function send(method: Method, target: string, sent: Sent = {}): Promise<Answered> {
  const response = await sendRaw(method, target, sent);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : null, headers: response.headers };
}

/** Uploads files by name, in the fields that browsers use. */
export function sendForm(
  target: string,
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  { as, fields = {} }: { as?: string; fields?: Record<string, string> },
): Promise<Answered> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files)) form.append('file', new File([content], name));
  return send('POST', target, { body: form, ...(as === undefined ? {} : { as }) });
}

/** Returns the number under a key of a response. Fails with the whole response if there is none. */
export function numberIn({ body, status }: Answered, key: string): number {
  const value =
    typeof body === 'object' && body !== null
      ? Object.entries(body).find(([name]) => name === key)?.[1]
      : undefined;
  if (typeof value === 'number') return value;
  throw new Error(`No number under ${key} in ${status} ${JSON.stringify(body)}`);
}
