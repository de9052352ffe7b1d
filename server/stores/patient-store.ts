import { withDeadline } from '@/server/base/waiting/deadline';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { type ResultStore, StoreFault, type StoreWriter } from './store';

/** What a store's own library or disk does. Each call ends with its signal, as far as the library knows how. */
export interface StoreClient {
  readonly isOnDisk: boolean;
  /** @param moved to be called whenever bytes of a request have left, with how many of it have by then */
  write(key: string, moved: (sentBytes: number) => void): Promise<StoreWriter>;
  sizeOf(key: string, signal: AbortSignal): Promise<number | null>;
  read(key: string, start: number, end: number, signal: AbortSignal): AsyncIterable<Buffer>;
  delete(key: string, signal: AbortSignal): Promise<void>;
  list(prefix: string, signal: AbortSignal): AsyncIterable<{ key: string; sizeBytes: number }>;
  /** Says what went wrong in words for people; returns what isn't a fault of the store unchanged. */
  faultOf(thrown: unknown): unknown;
}

/** How long the store may take for one step, whatever its library tries meanwhile. */
export interface StoreLimits {
  /** For an answer, such as a size, a page of a list, or the next piece of a file. */
  answerMs: number;
  /**
   * For taking bytes of a file, however few, and then for each megabyte that is on its way: what has left this process may
   * still be in the buffers of a slow line.
   */
  takeMs: number;
}

export const usualLimits: StoreLimits = { answerMs: 15_000, takeMs: 60_000 };

/** Told how each call ended, so that a store that doesn't answer shows. */
export interface StoreWatch {
  onAnswer(): void;
  onFault(fault: StoreFault): void;
}

/** A store whose every call ends in time: with an answer, or as a `StoreFault`. @param name as people know the store */
export function patientStore(
  name: string,
  client: StoreClient,
  watch: StoreWatch | null,
  limits: StoreLimits = usualLimits,
): ResultStore {
  const bounded: Bounded = async (limitMs, work) => {
    try {
      return await withDeadline(limitMs, null, work);
    } catch (thrown) {
      const fault = thrown instanceof TookTooLong ? silent(name, thrown) : client.faultOf(thrown);
      if (fault instanceof StoreFault) watch?.onFault(fault);
      throw fault;
    }
  };
  const answered: Bounded = async (limitMs, work) => {
    const answer = await bounded(limitMs, work);
    watch?.onAnswer();
    return answer;
  };
  /** Each item in time; when one is late, or the reader stops, the rest is given up. */
  async function* each<T>(open: (signal: AbortSignal) => AsyncIterable<T>): AsyncGenerator<T> {
    const ending = new AbortController();
    const items = open(ending.signal)[Symbol.asyncIterator]();
    let isOver = false;
    try {
      while (!isOver) {
        const next = await answered(limits.answerMs, () => items.next());
        isOver = next.done === true;
        if (!next.done) yield next.value;
      }
    } finally {
      ending.abort();
      // A silent store doesn't answer this either.
      if (!isOver) void items.return?.().catch(() => undefined);
    }
  }
  return {
    isOnDisk: client.isOnDisk,
    write: async (key) => {
      const pace: Pace = { moved: () => undefined };
      const writer = await bounded(limits.answerMs, () => client.write(key, (sent) => pace.moved(sent)));
      return patientWriter(writer, pace, { bounded, answered }, limits);
    },
    sizeOf: (key) => answered(limits.answerMs, (signal) => client.sizeOf(key, signal)),
    read: (key, start, end) => {
      const pieces = each((signal) => client.read(key, start, end, signal));
      // A file on the disk may still be growing.
      return client.isOnDisk ? pieces : exactly(name, end - start, pieces);
    },
    delete: (key) => answered(limits.answerMs, (signal) => client.delete(key, signal)),
    list: (prefix) => each((signal) => client.list(prefix, signal)),
  };
}

type Bounded = <T>(
  limitMs: number,
  work: (signal: AbortSignal, again: (limitMs: number) => void) => Promise<T>,
) => Promise<T>;

/** What to do when bytes of a file have left. */
interface Pace {
  moved: (sentBytes: number) => void;
}

const MEGABYTE = 1024 * 1024;

/** How long a store may be silent while so many bytes of a request are on their way. */
export const silenceMs = (takeMs: number, sentBytes: number): number =>
  takeMs * Math.max(1, Math.ceil(sentBytes / MEGABYTE));

/** Only a whole file is an answer: before its end, the library may keep what it got. */
function patientWriter(
  writer: StoreWriter,
  pace: Pace,
  { bounded, answered }: { bounded: Bounded; answered: Bounded },
  { takeMs, answerMs }: StoreLimits,
): StoreWriter {
  const moving = (work: () => Promise<void>) => (_: AbortSignal, again: (limitMs: number) => void) => {
    pace.moved = (sentBytes) => again(silenceMs(takeMs, sentBytes));
    return work();
  };
  /** What failed was told already. */
  let hasFailed = false;
  const noted = (thrown: unknown): never => {
    hasFailed = true;
    throw thrown;
  };
  return {
    write: (bytes) =>
      bounded(
        takeMs,
        moving(() => writer.write(bytes)),
      ).catch(noted),
    finish: () =>
      answered(
        takeMs,
        moving(() => writer.finish()),
      ).catch(noted),
    close: () =>
      bounded(answerMs, () => writer.close()).catch((thrown) => {
        if (!hasFailed) throw thrown;
      }),
  };
}

/** The pieces of a range, which are as many bytes as were asked for, whatever the store sends. */
async function* exactly(
  name: string,
  askedBytes: number,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let leftBytes = Math.max(0, askedBytes);
  for await (const piece of pieces) {
    leftBytes -= piece.length;
    if (leftBytes < 0) throw new StoreFault(`${name} sent more than it was asked for.`);
    yield piece;
  }
  if (leftBytes > 0) throw new StoreFault(`${name} sent less than it was asked for.`);
}

function silent(name: string, cause: TookTooLong): StoreFault {
  return new StoreFault(`${name} does not answer.`, { cause });
}
