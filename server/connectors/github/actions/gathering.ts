import { setTimeout as wait } from 'node:timers/promises';

const gatherMs = 250;

/** Starts items together, and returns what came of each, in their order. */
type Start<Item, Started> = (items: readonly Item[]) => Promise<readonly (Started | Promise<Started>)[]>;

interface Group<Item, Started> {
  items: Item[];
  begun: ReturnType<Start<Item, Started>>;
  /** Begins without waiting for more. */
  close: () => void;
}

/** Brings together what is started with the same key at nearly the same time. */
export class Gathering<Item, Started> {
  private readonly open = new Map<string, Group<Item, Started>>();

  /** @param fits whether some items may be started together */
  constructor(private readonly fits: (items: readonly Item[]) => boolean) {}

  /** Starts an item with others. Throws if it could not be started. */
  async add(key: string, item: Item, start: Start<Item, Started>): Promise<Started> {
    const known = this.open.get(key);
    const hasRoom = known !== undefined && this.fits([...known.items, item]);
    if (!hasRoom) known?.close();
    const group = hasRoom ? known : this.begin(key, start);
    const at = group.items.push(item) - 1;
    return (await group.begun)[at] as Started | Promise<Started>;
  }

  private begin(key: string, start: Start<Item, Started>): Group<Item, Started> {
    const items: Item[] = [];
    const full = new AbortController();
    const close = (): void => {
      if (this.open.get(key) === group) this.open.delete(key);
      full.abort();
    };
    const begun = wait(gatherMs, undefined, { signal: full.signal })
      .catch(() => undefined)
      .then(() => {
        close();
        return start(items);
      });
    const group = { items, begun, close };
    this.open.set(key, group);
    return group;
  }
}
