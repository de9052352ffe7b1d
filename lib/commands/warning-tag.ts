import { templateSettings, type WarningTag } from '@/lib/settings/command-settings';

/** The label of a command's tag. */
export const warningLabel = (tag: WarningTag | null): string =>
  tag === null ? '' : templateSettings.warningTag.words[tag];

/** Whether each run needs a confirmation. */
export function changesData(tag: WarningTag | null): boolean {
  return tag === 'creates_data' || tag === 'updates_data';
}
