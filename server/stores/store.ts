/** A place that keeps results: a folder, a container of Azure Blob Storage, or a bucket. Keys are relative paths. */
export interface ResultStore {
  /** Whether it takes space of this machine's disk, and can be read while it is being written. */
  readonly isOnDisk: boolean;
  /** Begins a file. Nothing stays of one that isn't finished, except on the disk. */
  write(key: string): Promise<StoreWriter>;
  /** The size of a file in bytes; null if it doesn't exist. Throws `StoreFault`, as all of these do. */
  sizeOf(key: string): Promise<number | null>;
  /** The bytes from `start` up to `end`, in pieces. */
  read(key: string, start: number, end: number): AsyncGenerator<Buffer>;
  /** Does nothing if the file doesn't exist. */
  delete(key: string): Promise<void>;
  /** The files whose keys begin like this. */
  list(prefix: string): AsyncGenerator<{ key: string; sizeBytes: number }>;
}

/** A file being written, in pieces that never collect in memory. */
export interface StoreWriter {
  /** Resolves when the store has room for the next piece. */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the file durable. Call it once, after the last piece. */
  finish(): Promise<void>;
  /** Gives up a file that isn't finished; does nothing otherwise. */
  close(): Promise<void>;
}

/** The store of results failed. The message is meant for people; the log has the cause. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  /** Whether it may pass by itself; not where someone has to change something, such as a key that has expired. */
  readonly mayPass: boolean;

  constructor(message: string, options: { cause?: unknown; mayPass?: boolean } = {}) {
    super(message, options);
    this.mayPass = options.mayPass ?? true;
  }
}

/** Writes a whole file: it appears complete or not at all. */
export async function putFile(
  store: ResultStore,
  key: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<number> {
  // Who reads the file that was there before reads it to its end.
  if (store.isOnDisk) await store.delete(key);
  const writer = await store.write(key);
  let sizeBytes = 0;
  try {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      sizeBytes += bytes.length;
      await writer.write(bytes);
    }
    await writer.finish();
  } finally {
    await writer.close();
  }
  return sizeBytes;
}

/** Throws if the bytes that a store sends begin elsewhere than was asked, such as where it ignores ranges. */
export function refuseOtherRange(name: string, start: number, contentRange: string | undefined): void {
  const [, first = '0'] = /^bytes (\d+)-/.exec(contentRange ?? '') ?? [];
  if (Number(first) !== start) throw new StoreFault(`${name} sent another part of the file.`);
}
