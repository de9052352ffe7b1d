import type { updateDropdown } from '@/lib/contract/command/dropdowns';
import type { BodyOf } from '@/lib/contract/operation';
import { type CacheChoice, NO_COLUMNS, NO_VALUES, valuesIn } from './dropdown-words';
import type { Dropdown } from './use-dropdowns';

/** What the panel of a dropdown edits. */
export interface DropdownDraft {
  name: string;
  /** The values of a hardcoded dropdown, one on each line. */
  text: string;
  senderCommandId: number | null;
  valueColumnId: number | null;
  displayColumnId: number | null;
  cache: CacheChoice;
}

export const draftOf = (dropdown: Dropdown): DropdownDraft => ({
  name: dropdown.name,
  text: (dropdown.values ?? []).join('\n'),
  senderCommandId: dropdown.senderCommandId,
  valueColumnId: dropdown.valueColumn?.isPresent === true ? dropdown.valueColumnId : null,
  displayColumnId: dropdown.displayColumn?.isPresent === true ? dropdown.displayColumnId : null,
  cache: dropdown.cacheInterval ?? 'none',
});

/** The draft after a save: as saved, apart from what was changed since it was sent. */
export function draftSince(sent: DropdownDraft, saved: Dropdown, latest: DropdownDraft): DropdownDraft {
  const since = Object.entries(latest).filter(([key, value]) => value !== sent[key as keyof DropdownDraft]);
  return { ...draftOf(saved), ...Object.fromEntries(since) };
}

/** Why a draft can't be saved; null if it can. */
export function draftProblem({ kind, senderCommandId }: Dropdown, draft: DropdownDraft): string | null {
  if (draft.name.trim() === '') return 'You must fill out "Name"';
  if (kind === 'hardcoded') return valuesIn(draft.text).length === 0 ? NO_VALUES : null;
  // A person without access to the sending command changes its name and cache interval alone.
  const isUnseen = senderCommandId === null && draft.senderCommandId === null;
  const hasColumns = draft.valueColumnId !== null && draft.displayColumnId !== null;
  return isUnseen || hasColumns ? null : NO_COLUMNS;
}

type Changes = Omit<BodyOf<typeof updateDropdown>, 'version' | 'orgId'>;

/** What the draft changes; empty if nothing. */
export function draftChanges(dropdown: Dropdown, draft: DropdownDraft): Changes {
  const was = draftOf(dropdown);
  const changes: Changes = {};
  if (draft.name.trim() !== was.name) changes.name = draft.name.trim();
  if (dropdown.kind === 'hardcoded') {
    const values = valuesIn(draft.text);
    if (values.join('\n') !== was.text) changes.values = values;
    return changes;
  }
  if (draft.cache !== was.cache) changes.cacheInterval = draft.cache === 'none' ? null : draft.cache;
  for (const key of ['senderCommandId', 'valueColumnId', 'displayColumnId'] as const) {
    if (draft[key] !== was[key]) changes[key] = draft[key];
  }
  return changes;
}

/** What couldn't be saved, as the documents name it. */
export function failedPart(changes: Changes): string {
  if ('name' in changes) return 'name';
  if ('cacheInterval' in changes) return 'cache interval';
  return 'values' in changes ? 'values' : 'columns';
}
