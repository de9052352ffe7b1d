import { warningTag } from '@/lib/contract/commands';
import type { JsonValue } from '@/lib/json';
import type { Command } from './use-configure';

/** What the panel of a command edits. Empty text is none. */
export type CommandFields = {
  name: string;
  description: string;
  folderId: number | null;
  warningTag: Command['template']['warningTag'];
  runButtonText: string;
  runningMessage: string;
  executeInTransaction: boolean;
};

export function commandFields(command: Command): CommandFields {
  const { name, description, folderId, executeInTransaction, template } = command;
  return {
    name,
    description: description ?? '',
    folderId,
    warningTag: template.warningTag,
    runButtonText: template.runButtonText ?? '',
    runningMessage: template.runningMessage ?? '',
    executeInTransaction,
  };
}

/** Changes by the operation that makes them: some are the command's, some its template's. */
export function splitChanges(changes: Partial<CommandFields>) {
  const { warningTag, runButtonText, runningMessage, ...command } = changes;
  return { command, template: { warningTag, runButtonText, runningMessage } };
}

const labels: Record<keyof CommandFields, string> = {
  name: 'Name',
  description: 'Description',
  folderId: 'Folder',
  warningTag: 'Warning tag',
  runButtonText: 'Run button text',
  runningMessage: 'Running message',
  executeInTransaction: 'Execute in a transaction',
};

export const commandLabel = (key: string): string =>
  key in labels ? labels[key as keyof CommandFields] : key;

/** The tags by what they are called (document 3 §3). */
export const WARNINGS: Record<NonNullable<CommandFields['warningTag']>, string> = {
  creates_data: 'Creates data',
  updates_data: 'Updates data',
  slows_db: 'Slows down database',
  safe: 'Safe',
};

/** A field's value in words; `--` for none. */
export function commandWords(key: string, value: JsonValue, folders: ReadonlyMap<number, string>): string {
  if (key === 'folderId') {
    return typeof value === 'number' ? (folders.get(value) ?? `Folder ${value}`) : '(No Folder)';
  }
  if (key === 'warningTag') {
    const tag = warningTag.safeParse(value);
    return tag.success ? WARNINGS[tag.data] : 'No tag';
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null || value === '' ? '--' : String(value);
}
