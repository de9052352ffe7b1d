/** A header while it is edited. */
export interface HeaderRow {
  id: number;
  name: string;
  /** Null where the saved value stays. */
  value: string | null;
}

type Saved = Readonly<Record<string, unknown>>;

export const nextId = (rows: readonly HeaderRow[]): number => Math.max(-1, ...rows.map(({ id }) => id)) + 1;

export const savedRows = (saved: Saved): HeaderRow[] =>
  Object.keys(saved).map((name, id) => ({ id, name, value: null }));

/** The rows with what another person has changed since: headers that they added come, and those that they removed are gone. */
export function mergedRows(rows: readonly HeaderRow[], before: Saved, now: Saved): HeaderRow[] {
  const kept = rows.filter(({ name, value }) => value !== null || Object.hasOwn(now, name));
  const names = new Set(kept.map(({ name }) => name.trim().toLowerCase()));
  const isNew = (name: string) => !Object.hasOwn(before, name) && !names.has(name.toLowerCase());
  const firstId = nextId(rows);
  const added = Object.keys(now).filter(isNew);
  return [...kept, ...added.map((name, index) => ({ id: firstId + index, name, value: null }))];
}
