import type {
  checkAuthorizedHello as checkAuthorizedHelloOperation,
  checkHello as checkHelloOperation,
} from '@/lib/contract/diagnostics';
import type { Context } from '@/server/operations/context';

const passed = (message: string) => ({
  state: 'success' as const,
  data: null,
  message,
  traceback: null,
  stack: null,
});

export async function checkHello(_: Context<typeof checkHelloOperation>) {
  return passed('The API can be reached.');
}

export async function checkAuthorizedHello({ actor }: Context<typeof checkAuthorizedHelloOperation>) {
  return passed(`The API recognizes you as ${actor.name}.`);
}
