import { warningTag } from '@/lib/contract/commands';
import { opaqueObject } from '@/lib/contract/values';
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
  isRunOnStartup: boolean;
  /** JSON of the values by input key; empty for none. */
  startupValues: string;
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
    isRunOnStartup: template.isRunOnStartup,
    startupValues: template.startupValues === null ? '' : JSON.stringify(template.startupValues),
  };
}

/** The startup values as they are typed: null for none, undefined for what is no JSON object. */
export function parseStartupValues(text: string): Record<string, JsonValue> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const parsed = opaqueObject.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Changes by the operation that makes them: some are the command's, some its template's. */
export function splitChanges(changes: Partial<CommandFields>) {
  const { warningTag, runButtonText, runningMessage, isRunOnStartup, startupValues, ...command } = changes;
  const values = startupValues === undefined ? undefined : parseStartupValues(startupValues);
  return {
    command,
    template: { warningTag, runButtonText, runningMessage, isRunOnStartup, startupValues: values },
  };
}

const labels: Record<keyof CommandFields, string> = {
  name: 'Name',
  description: 'Description',
  folderId: 'Folder',
  warningTag: 'Warning tag',
  runButtonText: 'Run button text',
  runningMessage: 'Running message',
  executeInTransaction: 'Execute in a transaction',
  isRunOnStartup: 'Run on startup',
  startupValues: 'Startup values',
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
