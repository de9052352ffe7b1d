import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';

/** Several of the largest JSON bodies, or one upload of the largest size. */
const leastOfCallerBytes = 64 * 1024 * 1024;
const callersInAll = 4;
const retryAfterSeconds = 5;

/** The bytes of bodies that this process holds, in all and for each caller. */
export class BodyBudget {
  private readonly ofCaller = new Map<string, number>();
  private inAll = 0;

  constructor(private readonly most: { inAll: number; ofCaller: number }) {}

  /** Counts bytes until `give`. Throws 429 if the caller, or all together, hold too many. */
  take(caller: string, bytes: number): void {
    const own = (this.ofCaller.get(caller) ?? 0) + bytes;
    if (own > this.most.ofCaller)
      throw tooMuch(
        'You are sending a lot at once. Wait until some of it has arrived, then send this again.',
      );
    if (this.inAll + bytes > this.most.inAll)
      throw tooMuch('Pushboard is reading as much as it can right now. Send this again in a moment.');
    this.ofCaller.set(caller, own);
    this.inAll += bytes;
  }

  give(caller: string, bytes: number): void {
    const left = (this.ofCaller.get(caller) ?? 0) - bytes;
    if (left > 0) this.ofCaller.set(caller, left);
    else this.ofCaller.delete(caller);
    this.inAll -= bytes;
  }
}

export const bodyBudget = (): BodyBudget =>
  processWide('budget of bodies', () => {
    const ofCaller = Math.max(leastOfCallerBytes, 2 * env().uploadLimitBytes);
    return new BodyBudget({ ofCaller, inAll: callersInAll * ofCaller });
  });

const tooMuch = (message: string): AppError =>
  new AppError('too_many_requests', message, { retryAfterSeconds });
