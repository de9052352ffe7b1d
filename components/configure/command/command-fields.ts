import { exactJson, parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { outputWords } from '@/lib/outputs/output-words';
import { commandSettings } from '@/lib/settings/command-settings';
import { type FormValues, formValues } from '@/lib/settings/form-values';
import type { Setting } from '@/lib/settings/setting';
import { wordsOf } from '@/lib/settings/setting-words';
import { opaqueObject } from '@/lib/wire/values';
import type { Command } from '../panel/use-configure';

/** What the panel of a command edits. Empty text means no value. */
export type CommandFields = Omit<FormValues<typeof commandSettings>, 'startupValues'> & {
  /** JSON of the values by input key; empty for none. */
  startupValues: string;
};

export function commandFields(command: Command): CommandFields {
  const fields = formValues(commandSettings, { ...command.template, ...command });
  const { startupValues } = fields;
  return { ...fields, startupValues: startupText(startupValues) };
}

/** Startup values as the draft keeps them; empty text for none. */
export const startupText = (values: JsonValue): string =>
  values === null || Object.keys(values).length === 0 ? '' : exactJson(values);

/** The startup values as they are typed: null for none, undefined for anything but a JSON object. */
export function parseStartupValues(text: string): Record<string, JsonValue> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const parsed = opaqueObject.safeParse(parseExactJson(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The form's changes as the body of a request. */
export function sentChanges({ startupValues, ...changes }: Partial<CommandFields>) {
  const values = startupValues === undefined ? undefined : parseStartupValues(startupValues);
  return { ...changes, startupValues: values };
}

const settings: Readonly<Record<string, Setting | undefined>> = commandSettings;

export const commandLabel = (key: string): string => settings[key]?.label ?? key;

/** A field's value in words; an em dash for none. */
export function commandWords(key: string, value: JsonValue, folders: ReadonlyMap<number, string>): string {
  if (key === 'folderId' && typeof value === 'number') return folders.get(value) ?? `Folder ${value}`;
  const setting = settings[key];
  if (setting === undefined) return wordsOf({ words: {} }, value);
  return outputWords(setting.wire, value) ?? wordsOf(setting, value);
}
