import type { CommandSummary, Folder } from '../use-library';
import { type Place, placeText } from './places';

export function isIn(command: CommandSummary, place: Place, orgId: string): boolean {
  const isShared = command.orgId !== orgId;
  switch (place.kind) {
    case 'all':
      return true;
    case 'shared':
      return isShared;
    case 'none':
      return !isShared && command.folderId === null;
    case 'folder':
      return command.folderId === place.folderId;
  }
}

/** One line of the tree. */
export type TreeLine =
  /** `count` is null while it is unknown. */
  | { key: string; kind: 'place'; place: Place; name: string; count: number | null; isOpen: boolean | null }
  | { key: string; kind: 'command'; command: CommandSummary };

/**
 * The tree from top to bottom: all commands, each folder with its commands if it is open, then commands without a
 * folder and those from another organization, if there are any.
 * @param commands null until all of them have loaded
 */
export function treeLines(
  commands: readonly CommandSummary[] | null,
  folders: readonly Folder[],
  open: ReadonlySet<number>,
  orgId: string,
): TreeLine[] {
  const inFolder = new Map<number | null, CommandSummary[]>();
  const known = commands ?? [];
  const shared = known.filter((command) => command.orgId !== orgId);
  const countOf = (within: readonly CommandSummary[]) => (commands === null ? null : within.length);
  for (const command of known) {
    if (command.orgId !== orgId) continue;
    const within = inFolder.get(command.folderId);
    if (within === undefined) inFolder.set(command.folderId, [command]);
    else within.push(command);
  }
  const place = (at: Place, name: string, count: number | null, isOpen: boolean | null = null): TreeLine => ({
    key: placeText(at) ?? 'all',
    kind: 'place',
    place: at,
    name,
    count,
    isOpen,
  });
  const loose = inFolder.get(null)?.length ?? 0;
  return [
    place({ kind: 'all' }, 'All commands', countOf(known)),
    ...folders.flatMap(({ folderId, name }) => {
      const within = inFolder.get(folderId) ?? [];
      const isOpen = open.has(folderId) && within.length > 0;
      const line = place(
        { kind: 'folder', folderId },
        name,
        countOf(within),
        within.length > 0 ? isOpen : null,
      );
      if (!isOpen) return [line];
      const inside = within.map(
        (command): TreeLine => ({ key: `command-${command.commandId}`, kind: 'command', command }),
      );
      return [line, ...inside];
    }),
    ...(loose > 0 ? [place({ kind: 'none' }, 'No folder', loose)] : []),
    ...(shared.length > 0 ? [place({ kind: 'shared' }, 'Shared with you', shared.length)] : []),
  ];
}
