import { once } from '@/server/base/waiting/once';

type Waiter = () => void;

/**
 * Lets each person into a shared gate with only some of what they want at a time; the rest waits here, in order. So they
 * have no more turns there for coming in the name of many organizations.
 */
export class PlacesOfEach {
  private readonly inside = new Map<string, number>();
  private readonly lines = new Map<string, Waiter[]>();

  constructor(private readonly mostOfOne: number) {}

  /** Waits for a place. Returns the function that gives it back, or null if the caller left. */
  async enter(person: string, left: AbortSignal): Promise<(() => void) | null> {
    if (left.aborted) return null;
    if ((this.inside.get(person) ?? 0) < this.mostOfOne) return this.taken(person);
    const line = this.lines.get(person) ?? [];
    this.lines.set(person, line);
    return new Promise((resolve) => {
      const waiter: Waiter = () => {
        left.removeEventListener('abort', leave);
        resolve(this.taken(person));
      };
      const leave = (): void => {
        line.splice(line.indexOf(waiter), 1);
        resolve(null);
      };
      left.addEventListener('abort', leave, { once: true });
      line.push(waiter);
    });
  }

  private taken(person: string): () => void {
    this.inside.set(person, (this.inside.get(person) ?? 0) + 1);
    return once(() => {
      const left = (this.inside.get(person) ?? 1) - 1;
      if (left === 0) this.inside.delete(person);
      else this.inside.set(person, left);
      const line = this.lines.get(person) ?? [];
      const next = line.shift();
      if (line.length === 0) this.lines.delete(person);
      next?.();
    });
  }
}
