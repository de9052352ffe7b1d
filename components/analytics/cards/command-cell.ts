import { paths } from '@/lib/base/paths';
import type { FigureCell } from './figure-table';

/** A command as figures name it: null for all private ones of other people. */
interface CountedCommand {
  commandId: number | null;
  name: string | null;
  folderName: string | null;
  isDeleted?: boolean;
  /** How many commands a row without a name stands for. */
  commands?: number;
}

export const OF_COMMAND = [{ label: 'Folder' }, { label: 'Name' }] as const;

/** The cells of `OF_COMMAND`. The name leads to the command. */
export function commandCells(slug: string, command: CountedCommand): FigureCell[] {
  const { commandId, name, folderName, isDeleted = false, commands } = command;
  if (commandId === null) {
    return [{ value: '' }, { value: privateWords(commands) }];
  }
  return [
    { value: folderName ?? '(No folder)' },
    {
      value: name ?? '',
      href: isDeleted ? undefined : paths.builder(slug, commandId),
      note: isDeleted ? 'deleted' : undefined,
    },
  ];
}

function privateWords(commands: number | undefined): string {
  if (commands === 1) return 'A private command of another person';
  return commands === undefined
    ? 'Private commands of other people'
    : `${commands} private commands of other people`;
}
