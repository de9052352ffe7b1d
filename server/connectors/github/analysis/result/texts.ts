const mostCharacters = 4000;

/** A text for people; null if there is nothing in it. */
export function shortened(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed.slice(0, mostCharacters);
}

/** Keys of which each is taken once: the second `file` is `file-2`. */
export class UniqueKeys {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  take(key: string): string {
    let unique = key;
    let count = this.counts.get(key) ?? 1;
    for (; this.taken.has(unique); unique = `${key}-${count}`) count += 1;
    this.counts.set(key, count);
    this.taken.add(unique);
    return unique;
  }
}
