import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { Actor } from '@/lib/access/vocabulary';
import type { CallInput } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { AnyOperation } from '@/lib/contract/operation';
import { decodeTrusted } from '@/lib/wire/trusted';
import { readElsewhere } from '@/server/base/database/replica';
import { ids } from '@/server/base/ids';
import { log } from '@/server/base/log';
import { authorize } from '@/server/http/requests/authorize';
import { checkInput } from '@/server/http/requests/check-input';
import { encodeResponse } from '@/server/http/responses/encode-response';
import type { Context, Handler } from '@/server/operations/context';

/**
 * Runs an API operation on the server for a page that will request it: the same permission, function, codec, and key as
 * the browser's request. Throws the same errors.
 */
export async function prefetch<O extends AnyOperation>(
  queryClient: QueryClient,
  operation: O,
  handler: Handler<O>,
  actor: Actor,
  input: CallInput<O>,
): Promise<void> {
  if (operation.answer.kind !== 'json') throw new Error(`${operation.id} has no response to prefetch`);
  const { schema } = operation.answer;
  const params = input.params ?? {};
  const rawQuery = z.encode(operation.query, input.query ?? {}) as Record<string, string | string[]>;
  const subject = await authorize(operation, actor, params, async () => undefined);
  const { query } = checkInput(operation, { params: {}, query: rawQuery, body: undefined });
  const requestId = ids.request();
  // The permission's type says what `authorize` loaded and which actors it lets through; see Context.
  const context = {
    actor,
    subject,
    params,
    query,
    body: undefined,
    audit: { actorUserId: actor.kind === 'person' ? actor.userId : null, requestId, address: null },
    log: log().child({ request: requestId, operation: operation.id }),
    signal: new AbortController().signal,
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    key: null,
  } as unknown as Context<O>;
  const handle = async () => handler(context);
  const result = await (operation.readsHistory ? readElsewhere(handle) : handle());
  const wire: unknown = JSON.parse(JSON.stringify(encodeResponse(schema, result)));
  queryClient.setQueryData(queryKey(operation, input), decodeTrusted(schema, wire));
}
