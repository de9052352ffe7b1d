import type * as contract from '@/lib/contract/diagnostics';
import type { Context } from '@/server/http/context';

export async function sayHello(_: Context<typeof contract.sayHello>) {
  return { state: 'success' as const, data: { message: 'Hello' } };
}

export async function sayHelloToCaller({ actor }: Context<typeof contract.sayHelloToCaller>) {
  return { state: 'success' as const, data: { message: `Hello ${actor.name}`, userId: actor.userId } };
}
