/** Why a caller was not let in. */
export type Refused = 'full' | 'late' | 'left';

type Waiter = () => void;

/**
 * Lets a limited number in at a time. The others wait, each group in its own line, and the lines take turns: a long line
 * delays only the people in it.
 */
export class FairGate {
  private inside = 0;
  private readonly lines = new Map<string, Waiter[]>();

  constructor(private readonly limits: { atOnce: number; longestLine: number; longestWaitMs: number }) {}

  /**
   * Waits for a place. Returns the function that gives it back, or why there was no place: the group's line is `full`,
   * the wait was too long (`late`), or the caller `left`.
   */
  async enter(group: string, left: AbortSignal): Promise<(() => void) | Refused> {
    if (left.aborted) return 'left';
    if (this.inside < this.limits.atOnce) return this.taken();
    const line = this.lines.get(group) ?? [];
    if (line.length >= this.limits.longestLine) return 'full';
    return new Promise((resolve) => {
      const settle = (answer: (() => void) | Refused) => {
        clearTimeout(timer);
        left.removeEventListener('abort', stop);
        resolve(answer);
      };
      const waiter: Waiter = () => settle(this.taken());
      const giveUp = (why: Refused) => {
        line.splice(line.indexOf(waiter), 1);
        if (line.length === 0) this.lines.delete(group);
        settle(why);
      };
      const stop = () => giveUp('left');
      const timer = setTimeout(() => giveUp('late'), this.limits.longestWaitMs);
      left.addEventListener('abort', stop, { once: true });
      line.push(waiter);
      this.lines.set(group, line);
    });
  }

  private taken(): () => void {
    this.inside += 1;
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.inside -= 1;
      this.letNextIn();
    };
  }

  private letNextIn(): void {
    const [next] = this.lines;
    if (next === undefined || this.inside >= this.limits.atOnce) return;
    const [group, line] = next;
    const waiter = line.shift();
    // The rest of the line goes behind all the others.
    this.lines.delete(group);
    if (line.length > 0) this.lines.set(group, line);
    waiter?.();
  }
}
