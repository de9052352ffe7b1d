import { once } from '@/server/base/waiting/once';
/** Why a caller was not let in. */
export type Refused = 'full' | 'late' | 'left';

type Waiter = () => void;

export interface GateLimits {
  atOnce: number;
  /** The most callers of one group that may wait. */
  longestLine: number;
  longestWaitMs: number;
  /** Whether the process has little time left. While it does, groups with a line wait for those that only come now and then. */
  isBusy: () => boolean;
  nowMs: () => number;
}

/** A group counts as present for this long after it came. */
const PRESENT_FOR_MS = 10_000;
/** How often a busy gate checks whether the process has time again. */
const LOOK_AGAIN_MS = 20;
/** Even a busy process lets the next caller in line in after this long, so that no line stands still. */
const LONGEST_PAUSE_MS = 250;
/** Lines rest after each of their callers for as long as that caller took, but no longer than this. */
const LONGEST_REST_MS = 500;

/**
 * Lets a limited number in at a time. The others wait, each group in its own line, and the lines take turns, so a long
 * line delays only the people in it. While a group without a line is present too, those in line share what time the
 * process has left over: hundreds of requests from one group must not slow down every click of another.
 */
export class FairGate {
  private inside = 0;
  private readonly insideOf = new Map<string, number>();
  private readonly lines = new Map<string, Waiter[]>();
  private readonly lastCameAtMs = new Map<string, number>();
  private readonly lastLetInAtMs = new Map<string, number>();
  private linesRestUntilMs = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: GateLimits) {}

  /**
   * Waits for a place. Returns the function that gives it back, or why there was no place: the group's line is `full`,
   * the wait was too long (`late`), or the caller `left`.
   */
  async enter(group: string, left: AbortSignal): Promise<(() => void) | Refused> {
    if (left.aborted) return 'left';
    this.notePresence(group);
    if (this.mayEnter(group)) return this.taken(group);
    const line = this.lines.get(group) ?? [];
    if (line.length >= this.limits.longestLine) return 'full';
    return new Promise((resolve) => {
      const settle = (answer: (() => void) | Refused) => {
        clearTimeout(timer);
        left.removeEventListener('abort', stop);
        resolve(answer);
      };
      const waiter: Waiter = () => settle(this.taken(group));
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
      this.lookAgain();
    });
  }

  /** Whether a caller who has just come can go straight in. */
  private mayEnter(group: string): boolean {
    if (this.inside >= this.limits.atOnce || this.lines.has(group)) return false;
    return !this.insideOf.has(group) || !this.mustWait(group);
  }

  /** Whether those in line leave the process to the others for now. */
  private mustWait(group: string): boolean {
    const nowMs = this.limits.nowMs();
    if (!this.isAnotherPresent(group, nowMs)) return false;
    if (nowMs < this.linesRestUntilMs) return true;
    // Those who come now and then don't count: they would hold up the lines for good.
    const inLine = [group, ...this.lines.keys()];
    const lastMs = inLine.map((each) => this.lastLetInAtMs.get(each) ?? -Infinity);
    if (nowMs - Math.max(...lastMs) >= LONGEST_PAUSE_MS) return false;
    return inLine.some((each) => this.insideOf.has(each)) || this.limits.isBusy();
  }

  /** Whether a group that has no line has come lately. */
  private isAnotherPresent(group: string, nowMs: number): boolean {
    for (const [other, cameAtMs] of this.lastCameAtMs) {
      if (nowMs - cameAtMs > PRESENT_FOR_MS) {
        this.lastCameAtMs.delete(other);
        if (!this.lines.has(other)) this.lastLetInAtMs.delete(other);
      } else if (other !== group && !this.lines.has(other)) return true;
    }
    return false;
  }

  private notePresence(group: string): void {
    // Those who came last stand at the end.
    this.lastCameAtMs.delete(group);
    this.lastCameAtMs.set(group, this.limits.nowMs());
  }

  private taken(group: string): () => void {
    this.inside += 1;
    this.insideOf.set(group, (this.insideOf.get(group) ?? 0) + 1);
    const letInAtMs = this.limits.nowMs();
    this.lastLetInAtMs.set(group, letInAtMs);
    return once(() => {
      this.inside -= 1;
      const left = (this.insideOf.get(group) ?? 1) - 1;
      if (left === 0) this.insideOf.delete(group);
      else this.insideOf.set(group, left);
      this.restAfter(group, letInAtMs);
      this.letNextIn();
    });
  }

  private restAfter(group: string, letInAtMs: number): void {
    if (!this.lines.has(group)) return;
    const nowMs = this.limits.nowMs();
    this.linesRestUntilMs = nowMs + Math.min(nowMs - letInAtMs, LONGEST_REST_MS);
  }

  private letNextIn(): void {
    const [next] = this.lines;
    if (next === undefined) return;
    const [group, line] = next;
    if (this.inside < this.limits.atOnce && !this.mustWait(group)) {
      const waiter = line.shift();
      // The rest of the line goes behind all the others.
      this.lines.delete(group);
      if (line.length > 0) this.lines.set(group, line);
      waiter?.();
    }
    this.lookAgain();
  }

  private lookAgain(): void {
    if (this.lines.size === 0 || this.timer !== undefined || this.inside >= this.limits.atOnce) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.letNextIn();
    }, LOOK_AGAIN_MS);
  }
}
