import type { MemoryBudget } from '../types';
import { ConnectorError } from './connector-error';

/** So much each call may hold besides: small responses pass however much the large ones hold. */
const ownBytes = 1_000_000;

/** Returns a budget of so many bytes. */
export function memoryBudget(totalBytes: number): MemoryBudget {
  let freeBytes = totalBytes;
  return {
    tryTake(bytes) {
      if (bytes > freeBytes) return false;
      freeBytes -= bytes;
      return true;
    },
    giveBack(bytes) {
      freeBytes += bytes;
    },
  };
}

/** What one call holds of the budget. */
export class MemoryShare {
  private takenBytes = 0;

  constructor(private readonly budget: MemoryBudget) {}

  /**
   * Says how much the call holds from now on; to be called before it holds more. Throws a `ConnectorError` if that
   * isn't free: no one waits for memory.
   */
  hold(bytes: number): void {
    const wantedBytes = Math.max(0, Math.ceil(bytes) - ownBytes);
    if (wantedBytes > this.takenBytes) {
      if (!this.budget.tryTake(wantedBytes - this.takenBytes)) throw noRoom();
    } else {
      this.budget.giveBack(this.takenBytes - wantedBytes);
    }
    this.takenBytes = wantedBytes;
  }

  release(): void {
    this.hold(0);
  }
}

function noRoom(): ConnectorError {
  return new ConnectorError(
    'failed',
    'Pushboard has no memory left for a result this large: other runs are receiving large results at the moment. Try again when they have ended, or ask the source for less at once.',
  );
}
