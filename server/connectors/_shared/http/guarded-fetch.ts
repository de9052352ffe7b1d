import type { ConnectorContext } from '../../connector-context';
import type { MemoryShare } from '../memory-budget';
import { send } from './send';

interface GuardedFetch {
  guard: Pick<ConnectorContext, 'network' | 'isBuiltin'>;
  /** What ends every request; null if nothing does but the request's own signal. */
  signal: AbortSignal | null;
  timeoutMs: number;
  maximumBytes: number;
  /** The memory share for responses; absent where they have a few megabytes at most. */
  memory?: MemoryShare;
}

/**
 * `fetch` for libraries that bring their own requests and repeat them by themselves: every address is checked and pinned,
 * redirects lose their credentials at another origin, and a response is read to its end within its limits.
 */
export function guardedFetch({ guard, signal, ...limits }: GuardedFetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, search } = new URL(request.url);
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const response = await send(
      {
        method: request.method,
        origin,
        target: pathname + search,
        headers: [...request.headers],
        body,
        secretHeaders: ['authorization'],
        secretTexts: [],
        isBodySecret: body !== null,
      },
      {
        guard,
        limits: { ...limits, mostAttempts: 1 },
        signal: signal === null ? request.signal : AbortSignal.any([signal, request.signal]),
      },
    );
    const isEmpty = response.status === 204 || response.status === 205 || response.status === 304;
    return new Response(
      isEmpty ? null : new Blob(response.body.chunks().map((chunk) => new Uint8Array(chunk))),
      {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers
          .filter(([name]) => name !== 'content-encoding')
          .map(([name, value]): [string, string] => [name, value]),
      },
    );
  };
}
