import type { Diff, DiffRow } from './use-diff';

export type CommitType = 'addition' | 'undeletion' | 'update' | 'deletion';

/** Rows of one kind below a heading. */
export interface Section {
  id: string;
  title: string;
  /** The action for selected rows; null if there is nothing to select. */
  commitType: CommitType | null;
  rows: DiffRow[];
  /** Whether it is collapsed at first. */
  isFolded: boolean;
  /** What else can be done; shown while it is open. */
  hint: string | null;
}

/** A routine is added once. The documents' words, after what they are for. */
const ANOTHER = 'Need another command for one of these? Copy now in [Configure] > [Duplicate]';

// Created once: there may be thousands of names to compare for each letter of a search.
const { compare } = new Intl.Collator();

/** Operations of an API stand by their paths, so that what is done with one thing stands together. */
const pathFirst = (name: string): string => name.replace(/^([A-Z]+) (\/.*)$/, '$2 $1');

function byName(rows: readonly DiffRow[]): DiffRow[] {
  const keyed = rows.map((row) => [pathFirst(row.cloudName), row] as const);
  return keyed.sort(([a], [b]) => compare(a, b)).map(([, row]) => row);
}

/**
 * What a source offers, grouped by possible action and sorted by name, or by path. What extensions brought, what is up to date, and
 * what is ignored is collapsed.
 */
export function sectionsOf(diff: Diff, search: string): Section[] {
  const wanted = search.trim().toLowerCase();
  const section = (id: string, title: string, commitType: CommitType | null, rows: DiffRow[]): Section => ({
    id,
    title,
    commitType,
    rows: byName(rows.filter((row) => wanted === '' || isFound(row, wanted))),
    isFolded: false,
    hint: null,
  });
  const folded = (unfolded: Section): Section => ({ ...unfolded, isFolded: wanted === '' });
  const ofExtensions = diff.added.filter(({ extension }) => extension !== null);
  const extensions = [...new Set(ofExtensions.map(({ extension }) => extension))].sort().join(', ');
  return [
    section('error', 'Could not be compared', null, diff.error),
    section(
      'added',
      'New at the source',
      'addition',
      diff.added.filter(({ extension }) => extension === null),
    ),
    folded(section('extensions', `New from extensions (${extensions})`, 'addition', ofExtensions)),
    section('undeleted', 'Deleted here, back at the source', 'undeletion', diff.undeleted),
    section('modified', 'Changed at the source', 'update', diff.modified),
    section('deleted', 'No longer at the source', 'deletion', diff.deleted),
    {
      ...folded(section('unchanged', 'Already added, no changes', null, diff.alreadyAdded)),
      hint: ANOTHER,
    },
    folded(section('ignored', 'Ignored', null, diff.ignored)),
  ].filter(({ rows }) => rows.length > 0);
}

function isFound({ cloudName, friendlyName, commands }: DiffRow, wanted: string): boolean {
  const names = [cloudName, friendlyName, ...commands.map(({ name }) => name)];
  return names.some((name) => name.toLowerCase().includes(wanted));
}

/** The selectable rows of a section: what can't be run with this connection isn't added. */
export function selectable({ commitType, rows }: Section): DiffRow[] {
  if (commitType === null) return [];
  return commitType === 'addition'
    ? rows.filter(({ unavailableReason }) => unavailableReason === null)
    : rows;
}

/** One line of the list: a heading, or a row below it. */
export type Line = { section: Section; row: DiffRow | null };

/** The rendered list; `toggled` are the sections that differ from their initial state. */
export function linesOf(sections: readonly Section[], toggled: ReadonlySet<string>): Line[] {
  return sections.flatMap((section) => [
    { section, row: null },
    ...(isOpen(section, toggled) ? section.rows.map((row) => ({ section, row })) : []),
  ]);
}

export const isOpen = ({ id, isFolded }: Section, toggled: ReadonlySet<string>): boolean =>
  isFolded === toggled.has(id);
