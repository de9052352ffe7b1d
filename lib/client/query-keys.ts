import type { CallInput } from '@/lib/client/api-client';
import type { AnyOperation } from '@/lib/contract/operation';

/** The cache key of one call. The server's prefetch and the browser's call share it. */
export function queryKey<O extends AnyOperation>(operation: O, input: CallInput<O>): readonly unknown[] {
  return [operation.id, input.params ?? {}, input.query ?? {}];
}
