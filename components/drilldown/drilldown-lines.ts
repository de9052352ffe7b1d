import type { MemberCommand } from './use-drilldown';

/** One line of the nested table. */
export type DrilldownLine =
  | { kind: 'folder'; key: string; name: string; count: number; isOpen: boolean }
  | { kind: 'command'; key: string; command: MemberCommand; isNested: boolean };

interface FolderLike {
  folderId: number;
  name: string;
}

export const COMMANDS_A_PAGE = 20;

/**
 * Folders with their commands, by name, then commands without a folder.
 *
 * @param folders those that are listed without a command, too, while nothing is searched for
 */
export function drilldownLines(
  commands: readonly MemberCommand[],
  folders: readonly FolderLike[],
  closed: ReadonlySet<string>,
  isSearching: boolean,
): DrilldownLine[] {
  const inFolder = new Map<string, { name: string; commands: MemberCommand[] }>();
  if (!isSearching) {
    for (const { folderId, name } of folders) inFolder.set(`folder-${folderId}`, { name, commands: [] });
  }
  for (const command of commands) {
    if (command.folderId === null) continue;
    const key = `folder-${command.folderId}`;
    const folder = inFolder.get(key) ?? { name: command.folderName ?? 'Folder', commands: [] };
    inFolder.set(key, { ...folder, commands: [...folder.commands, command] });
  }
  const sorted = [...inFolder].sort(([, a], [, b]) => a.name.localeCompare(b.name));
  const line = (command: MemberCommand, isNested: boolean): DrilldownLine => ({
    kind: 'command',
    key: `command-${command.commandId}`,
    command,
    isNested,
  });
  return [
    ...sorted.flatMap(([key, folder]): DrilldownLine[] => {
      const isOpen = !closed.has(key);
      const head: DrilldownLine = {
        kind: 'folder',
        key,
        name: folder.name,
        count: folder.commands.length,
        isOpen,
      };
      return isOpen ? [head, ...folder.commands.map((command) => line(command, true))] : [head];
    }),
    ...commands.filter(({ folderId }) => folderId === null).map((command) => line(command, false)),
  ];
}

/** How many commands the lines have, without those of folders that are closed. */
export const countCommands = (lines: readonly DrilldownLine[]): number =>
  lines.filter(({ kind }) => kind === 'command').length;

/**
 * The lines of one page, which has `COMMANDS_A_PAGE` commands and the folders before and between them. A page that begins
 * inside a folder repeats that folder's line, and the last page has the folders after its commands.
 */
export function pageOfLines(lines: readonly DrilldownLine[], page: number): DrilldownLine[] {
  const at = lines.flatMap(({ kind }, index) => (kind === 'command' ? [index] : []));
  const firstCommand = page * COMMANDS_A_PAGE;
  const from = page === 0 ? 0 : (at[firstCommand - 1] ?? lines.length - 1) + 1;
  const next = at[firstCommand + COMMANDS_A_PAGE];
  const to = next === undefined ? lines.length : (at[firstCommand + COMMANDS_A_PAGE - 1] ?? 0) + 1;
  const shown = lines.slice(from, to);
  const [first] = shown;
  if (first?.kind !== 'command' || !first.isNested) return shown;
  const folder = lines.slice(0, from).findLast((line) => line.kind === 'folder');
  return folder === undefined ? shown : [folder, ...shown];
}
