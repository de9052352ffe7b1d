import type { MemoryBudget } from '../connector-context';
import { ConnectorError } from './connector-error';

/** Each call may use this much in addition: small responses always fit, whatever the large ones use. */
const ownBytes = 1_000_000;

/** Creates a budget of this many bytes. */
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

/** The part of the budget that one call uses. */
export class MemoryShare {
  private takenBytes = 0;

  constructor(private readonly budget: MemoryBudget) {}

  /**
   * Sets how much the call uses from now on; call this before using more. Throws a `ConnectorError` if that isn't free:
   * nothing waits for memory.
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
    "Pushboard doesn't have enough memory for a result this large: other runs are receiving large results right now. Try again when they have ended, or request less at once.",
  );
}
