import { templateSettings, type WarningTag } from '@/lib/settings/command-settings';

/** What a command's tag says on screen. */
export const warningLabel = (tag: WarningTag | null): string =>
  tag === null ? '' : templateSettings.warningTag.words[tag];

/** Whether one is asked before each run. */
export function changesData(tag: WarningTag | null): boolean {
  return tag === 'creates_data' || tag === 'updates_data';
}
