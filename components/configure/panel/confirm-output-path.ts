import { confirmOutputChange } from '@/components/command/dependents/confirm-output-change';
import type { CommandFields } from '../command/command-fields';
import type { Command } from './use-configure';

/** Asks before another part of results is kept, if something takes values from them. */
export const confirmOutputPath = (command: Command, changes: Partial<CommandFields>): Promise<boolean> =>
  changes.outputObjectPath === undefined
    ? Promise.resolve(true)
    : confirmOutputChange({
        command,
        title: 'Keep another part of the results?',
        words: 'From the next run on, results have the columns and fields of that part.',
      });
