import type { WarningTag } from '@/lib/settings/command-choices';
import type { CommitType } from '../differences/diff-sections';
import type { DiffRow } from '../differences/use-diff';

/** What an added command does to data, as its tag says. Deleting counts as changing. */
export type Effect = Exclude<WarningTag, 'slows_db'>;

export const EFFECTS = [
  { effect: 'safe', label: 'Reads', all: 'All read' },
  { effect: 'creates_data', label: 'Creates', all: 'All create' },
  { effect: 'updates_data', label: 'Changes', all: 'All change' },
] as const satisfies { effect: Effect; label: string; all: string }[];

/** What people said of rows, by cloud id. */
export type Effects = ReadonlyMap<string, Effect>;

/** What a row does: as people said, or else as the source declares; null if neither says. */
export function effectOf({ cloudId, warningTag }: Pick<DiffRow, 'cloudId' | 'warningTag'>, said: Effects) {
  const declared = EFFECTS.find(({ effect }) => effect === warningTag)?.effect ?? null;
  return said.get(cloudId) ?? declared;
}

/** The rows to add of which the source doesn't say what they do. */
export const undeclared = <R extends { row: DiffRow; commitType: CommitType }>(picked: readonly R[]): R[] =>
  unsaid(picked, new Map());

/** The rows to add for which neither people nor the source say what they do. */
export function unsaid<R extends { row: DiffRow; commitType: CommitType }>(
  picked: readonly R[],
  said: Effects,
): R[] {
  return picked.filter(({ row, commitType }) => commitType === 'addition' && effectOf(row, said) === null);
}

/** What is still to be chosen before rows are added, of all that are added. */
export function missingWords(missing: number, added: number): string {
  if (added === 1) return 'Choose what it does to data';
  if (missing === added) return `Choose what these ${added} do to data`;
  return `Choose what ${missing} of them ${missing === 1 ? 'does' : 'do'} to data`;
}
