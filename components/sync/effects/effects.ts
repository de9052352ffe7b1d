import type { WarningTag } from '@/lib/settings/command-choices';
import type { CommitType } from '../differences/diff-sections';
import type { DiffRow } from '../differences/use-diff';

/** What an added command does to data, as its warning tag says. Deleting counts as updating. */
export type Effect = Exclude<WarningTag, 'slows_db'>;

export const EFFECTS = [
  { effect: 'safe', label: 'Reads', all: 'All read' },
  { effect: 'creates_data', label: 'Creates', all: 'All create' },
  { effect: 'updates_data', label: 'Updates', all: 'All update' },
] as const satisfies { effect: Effect; label: string; all: string }[];

/** What people said of rows, by cloud id. */
export type Effects = ReadonlyMap<string, Effect>;

/** What a row does: as people said, or else as the source declares; null if neither says. */
export function effectOf({ cloudId, warningTag }: Pick<DiffRow, 'cloudId' | 'warningTag'>, said: Effects) {
  const declared = EFFECTS.find(({ effect }) => effect === warningTag)?.effect ?? null;
  return said.get(cloudId) ?? declared;
}

/** The rows to add for which neither people nor the source say what they do. */
export function unsaid<R extends { row: DiffRow; commitType: CommitType }>(
  picked: readonly R[],
  said: Effects,
): R[] {
  return picked.filter(({ row, commitType }) => commitType === 'addition' && effectOf(row, said) === null);
}
