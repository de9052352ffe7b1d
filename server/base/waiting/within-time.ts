/** Something took too long. What it waits for may still respond. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';

  constructor(limitMs: number) {
    super(`No response arrived within ${limitMs / 1000} seconds.`);
  }
}

/** Resolves as `work` does, or throws `TookTooLong` when its time is up. */
export async function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(limitMs)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
