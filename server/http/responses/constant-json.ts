import { gzipSync } from 'node:zlib';
import type { AnyOperation } from '@/lib/contract/operation';
import { processWide } from '@/server/base/process-wide';
import { encodeJson } from '@/server/http/responses/encode-response';

interface Kept {
  plain: Buffer<ArrayBuffer>;
  zipped: Buffer<ArrayBuffer>;
}

const answers = () => processWide('constant answers', () => new Map<string, Promise<Kept>>());

/**
 * The bytes of an answer that never changes, made and compressed at the first request, since callers may ask for it as often
 * as they like.
 *
 * @param headers gets what says how the bytes are encoded
 */
export async function constantJson(
  { id, answer }: AnyOperation,
  make: () => unknown,
  accepted: string | null,
  headers: Headers,
): Promise<Buffer<ArrayBuffer>> {
  if (answer.kind !== 'json') throw new Error(`${id} does not answer with JSON`);
  const { schema } = answer;
  const kept = answers().get(id) ?? keep();
  answers().set(id, kept);
  kept.catch(() => answers().delete(id));
  const { plain, zipped } = await kept;
  headers.set('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(accepted ?? '')) return plain;
  headers.set('Content-Encoding', 'gzip');
  return zipped;

  async function keep(): Promise<Kept> {
    const plain = encodeJson(schema, await make());
    return { plain, zipped: gzipSync(plain) };
  }
}
