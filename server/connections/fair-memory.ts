import type { MemoryBudget } from '@/server/connectors/connector-context';

/** Of the whole, one organization or one person may hold this much. */
const SHARE = 3 / 4;
/** This much is for those who hold little, and so much may each of them hold of it. */
const KEPT = 1 / 8;
const LITTLE = 1 / 32;

/**
 * Memory that many share. Nothing waits for it, and what is held is held until its call is done, so a part stays
 * for those who hold little, whatever the others do.
 */
export class FairMemory {
  private readonly heldBytes = new Map<string, number>();
  private freeBytes: number;

  constructor(private readonly totalBytes: number) {
    this.freeBytes = totalBytes;
  }

  /** The budget of calls that count against all of these holders, such as an organization and a person. */
  of(holders: readonly string[]): MemoryBudget {
    return {
      tryTake: (bytes) => {
        if (!this.mayTake(holders, bytes)) return false;
        this.change(holders, bytes);
        return true;
      },
      giveBack: (bytes) => this.change(holders, -bytes),
    };
  }

  private mayTake(holders: readonly string[], bytes: number): boolean {
    const after = Math.max(0, ...holders.map((each) => this.heldBy(each))) + bytes;
    if (after <= LITTLE * this.totalBytes) return bytes <= this.freeBytes;
    return after <= SHARE * this.totalBytes && bytes <= this.freeBytes - KEPT * this.totalBytes;
  }

  private change(holders: readonly string[], bytes: number): void {
    this.freeBytes -= bytes;
    for (const holder of holders) {
      const held = this.heldBy(holder) + bytes;
      if (held > 0) this.heldBytes.set(holder, held);
      else this.heldBytes.delete(holder);
    }
  }

  private readonly heldBy = (holder: string): number => this.heldBytes.get(holder) ?? 0;
}
