import type { Method } from '@/lib/contract/operation';
import { send } from '../../support/app/http';
import { people, SANDBOX, type Who } from './people';

/** Sends one request to the sandbox's API as one of its people, past the page that is open. Fails if it is refused. */
export async function call<T = unknown>(
  method: Method,
  path: string,
  body?: unknown,
  as: Who = 'admin',
): Promise<T> {
  const answer = await send(method, `/${SANDBOX.orgId}${path}`, {
    as: people[as],
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 400)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}
