import { type WarningTag, warningWords } from '@/lib/settings/command-choices';

/** The label of a command's tag. */
export const warningLabel = (tag: WarningTag | null): string => (tag === null ? '' : warningWords[tag]);

/** Whether engineers marked a command as changing data. */
export function changesData(tag: WarningTag | null): boolean {
  return tag === 'creates_data' || tag === 'updates_data';
}

/**
 * Whether a person is asked before each run: always, unless engineers marked the command as safe. What has no tag may
 * change data, since nobody said otherwise. One rule for the form, bulk runs, the command line, programs over MCP, and
 * the creation of schedules.
 */
export const asksFirst = (tag: WarningTag | null): boolean => tag !== 'safe';

/** What a person is told about a command that asks first. */
export const askedWhy = (tag: WarningTag | null): string =>
  tag === null ? 'May change data' : warningLabel(tag);
