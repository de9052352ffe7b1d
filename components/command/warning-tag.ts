import type { WarningTag } from '@/lib/contract/commands';

/** The label of a command's tag. */
export function warningLabel(tag: WarningTag | null): string {
  switch (tag) {
    case 'creates_data':
      return 'Creates data';
    case 'updates_data':
      return 'Updates data';
    case 'slows_db':
      return 'Slows down database';
    case 'safe':
      return 'Safe';
    case null:
      return '';
  }
}

/** Whether each run needs a confirmation. */
export function changesData(tag: WarningTag | null): boolean {
  return tag === 'creates_data' || tag === 'updates_data';
}
