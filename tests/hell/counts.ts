/** How often each attack got each response: a status, or a word if there was none. */
export type Counts = Record<string, Record<string, number>>;

export function count(counts: Counts, attack: string, outcome: string | number): void {
  const outcomes = counts[attack] ?? {};
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  counts[attack] = outcomes;
}

/** How many responses were errors of the server. */
export function serverErrors(counts: Counts): number {
  return Object.values(counts)
    .flatMap((outcomes) => Object.entries(outcomes))
    .filter(([outcome]) => /^5\d\d$/.test(outcome))
    .reduce((sum, [, times]) => sum + times, 0);
}
