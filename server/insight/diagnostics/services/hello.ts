import type { checkAuthorizedHello as checkAuthorizedHelloOperation } from '@/lib/contract/diagnostics/services';
import type { Context } from '@/server/operations/context';
import { detailed, found } from '../finding';

/** The same for everyone: the reader of it has reached the API. */
export async function checkHello() {
  return detailed(found('The API can be reached.'), []);
}

export async function checkAuthorizedHello({ actor }: Context<typeof checkAuthorizedHelloOperation>) {
  return detailed(found(`The API recognizes you as ${actor.name}.`), []);
}
