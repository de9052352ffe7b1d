import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AnyOperation } from '@/lib/contract/operation';
import { processWide } from '@/server/base/process-wide';
import { encodeJson } from '@/server/http/responses/encode-response';

const answers = () =>
  processWide('constant answers', () => ({
    plain: new Map<string, Promise<Buffer<ArrayBuffer>>>(),
    zipped: new WeakMap<object, Buffer>(),
  }));

/**
 * The bytes of an answer that never changes, made and compressed at the first request, since callers may ask for it as often
 * as they like.
 *
 * @param headers gets what keeps others from compressing it for each request
 */
export async function constantJson(
  { id, answer }: AnyOperation,
  make: () => unknown,
  headers: Headers,
): Promise<Buffer<ArrayBuffer>> {
  if (answer.kind !== 'json') throw new Error(`${id} does not answer with JSON`);
  const { schema } = answer;
  const { plain, zipped } = answers();
  const kept = plain.get(id) ?? keep();
  plain.set(id, kept);
  kept.catch(() => plain.delete(id));
  headers.set('Cache-Control', 'no-store, no-transform');
  headers.set('Vary', 'Accept-Encoding');
  return kept;

  async function keep(): Promise<Buffer<ArrayBuffer>> {
    const bytes = encodeJson(schema, await make());
    zipped.set(bytes, await promisify(gzip)(bytes));
    return bytes;
  }
}

/** The compressed form of bytes that `constantJson` returned; undefined for others. */
export const zippedOf = (bytes: string | object): Buffer | undefined =>
  typeof bytes === 'string' ? undefined : answers().zipped.get(bytes);
