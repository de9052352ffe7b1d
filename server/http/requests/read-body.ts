import { parseExactJson } from '@/lib/base/exact-json';
import { DEEPEST_JSON, isTooDeep } from '@/lib/base/json-depth';
import { AppError } from '@/server/base/errors';
import { bodyBudget } from '@/server/http/limits/body-budget';
import type { Incoming } from '@/server/http/serve';

/** The largest JSON body; uploads have their own limit. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** The largest body of a caller who hasn't signed in. */
const STRANGERS_BYTES = 64 * 1024;
/** A body must arrive within this time, and as many more seconds as a slow line needs for it. */
const PATIENCE_MS = 20_000;
const SLOW_BYTES_PER_SECOND = 32_000;

/** A request whose body may be read, and who it counts against. */
export type Readable = Pick<Incoming, 'request' | 'actor' | 'caller' | 'places'>;

function tooLarge(mostBytes: number, isStranger: boolean): AppError {
  const most =
    mostBytes < 1_000_000 ? `${Math.floor(mostBytes / 1000)} kB` : `${Math.floor(mostBytes / 1_000_000)} MB`;
  return new AppError(
    'too_large',
    `The request is larger than ${most}.${isStranger ? ' Sign in to send more.' : ''}`,
  );
}

const tooSlow = (): AppError =>
  new AppError('too_slow', 'The rest of the request did not arrive in time. Send it again.');

/**
 * Yields the body of a request as it comes. What has come counts against the caller until the request is over. Throws 413
 * as soon as more is announced or has come than is allowed, 429 if the caller has too much on its way, and 408 if it
 * comes too slowly.
 *
 * @param ofStrangers how much a caller may send who hasn't signed in
 */
export async function* boundedChunks(
  { request, actor, caller, places }: Readable,
  mostBytes: number,
  ofStrangers = STRANGERS_BYTES,
): AsyncGenerator<Uint8Array> {
  const isStranger = actor.kind === 'signedOut' && mostBytes > ofStrangers;
  const most = isStranger ? ofStrangers : mostBytes;
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > most) throw tooLarge(most, isStranger);
  if (request.body === null) return;
  const budget = bodyBudget();
  let taken = 0;
  places.push(() => {
    budget.give(caller, taken);
    taken = 0;
  });
  const reader = request.body.getReader();
  const late = deadline(PATIENCE_MS + (Math.max(announced, 1) / SLOW_BYTES_PER_SECOND) * 1000);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.over]);
      if (done) return;
      if (taken + value.byteLength > most) throw tooLarge(most, isStranger);
      budget.take(caller, value.byteLength);
      taken += value.byteLength;
      yield value;
    }
  } finally {
    late.stop();
    // Nothing more of it is needed: of one that was read to its end, this does nothing.
    void reader.cancel().catch(() => undefined);
  }
}

function deadline(ms: number): { over: Promise<never>; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), ms);
  });
  // Only a read that is late looks at it.
  over.catch(() => undefined);
  return { over, stop: () => clearTimeout(timer) };
}

/** Returns the bytes of a request; see `boundedChunks`. */
export async function boundedBytes(
  incoming: Readable,
  mostBytes: number,
  ofStrangers?: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedChunks(incoming, mostBytes, ofStrangers)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the body of a request as text; see `boundedChunks`. */
export async function boundedText(incoming: Readable, mostBytes: number): Promise<string> {
  return (await boundedBytes(incoming, mostBytes)).toString('utf8');
}

/** Throws 400 for JSON that is nested deeper than any value that is meant. */
export function refuseDeep(text: string): void {
  if (isTooDeep(text))
    throw new AppError('invalid', `The body is nested deeper than ${DEEPEST_JSON} levels.`);
}

/**
 * The JSON of a request, not yet checked; undefined where there is none. Another content type is refused,
 * because a foreign page may send those without asking first.
 */
export async function readJsonBody(incoming: Readable): Promise<unknown> {
  const text = await boundedText(incoming, MAX_BODY_BYTES);
  if (text === '') return undefined;
  const type = incoming.request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  refuseDeep(text);
  try {
    return parseExactJson(text);
  } catch (cause) {
    throw new AppError('invalid', 'The body is not valid JSON.', { cause });
  }
}
