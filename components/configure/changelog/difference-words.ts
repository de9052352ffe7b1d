import type { JsonValue } from '@/lib/base/json';
import { isSecretMark } from '@/lib/base/secret-mark';
import { outputWords } from '@/lib/outputs/output-words';
import { commandSettings } from '@/lib/settings/command-settings';
import { inputSettings } from '@/lib/settings/input-settings';
import type { Setting } from '@/lib/settings/setting';
import { wordsOf } from '@/lib/settings/setting-words';
import { decorationWords } from '../decorations/decoration-words';
import type { LoggedChange } from './use-revisions';

export type Difference = LoggedChange['differences'][number];

const byWireName = (settings: Readonly<Record<string, Setting>>): ReadonlyMap<string, Setting> =>
  new Map(Object.values(settings).map((setting) => [setting.wire, setting]));

const ofCommands = byWireName(commandSettings);
const ofInputs = byWireName(inputSettings);

const settingOf = ({ inputKey, setting }: Difference): Setting | undefined =>
  (inputKey === null ? ofCommands : ofInputs).get(setting);

/** Labels of what can differ without being a setting. */
const others: Readonly<Record<string, string | undefined>> = {
  input: 'Input',
  type: 'Type',
  input_order: 'Order of the inputs',
  headers: 'HTTP headers',
  creds: 'Connection',
  row_decorations: 'Row button',
  object_decorations: 'Object button',
  error_decoration: 'Button on errors',
};

/** The setting that differs, without its input: `Note`. */
export const settingLabel = (difference: Difference): string =>
  settingOf(difference)?.label ?? others[difference.setting] ?? difference.setting;

/** What differs: `Description`, or `amount: Note`. */
export function differenceLabel(difference: Difference): string {
  const label = settingLabel(difference);
  return difference.inputKey === null ? label : `${difference.inputKey}: ${label}`;
}

/** The names of what settings refer to by id, as far as the reader may know them. */
export interface KnownNames {
  folders: ReadonlyMap<number, string>;
  dropdowns: ReadonlyMap<number, string>;
}

/** One side of a difference. */
export function differenceValue(difference: Difference, value: JsonValue, names: KnownNames): string {
  if (isSecretMark(value)) return 'Set';
  if (Array.isArray(value) && settingOf(difference) === undefined) return value.join(', ') || '—';
  const told = decorationWords(difference, value);
  if (told !== null) return told;
  if (difference.setting === 'directory_id' && typeof value === 'number') {
    return names.folders.get(value) ?? `Folder ${value}`;
  }
  if (difference.setting === 'dropdown_id' && typeof value === 'number') {
    return names.dropdowns.get(value) ?? `Dropdown ${value}`;
  }
  return (
    outputWords(difference.setting, onlyDiffering(difference, value)) ??
    wordsOf(settingOf(difference) ?? { words: {} }, value)
  );
}

/** Of a long list, only the items that the other side doesn't have. */
function onlyDiffering({ before, after }: Difference, value: JsonValue): JsonValue {
  const other = value === before ? after : before;
  if (!Array.isArray(value) || !Array.isArray(other)) return value;
  const others = new Set(other.map((item) => JSON.stringify(item)));
  return value.filter((item) => !others.has(JSON.stringify(item)));
}

/** The settings that differ, by their names in the API; `inputs` for any of an input. */
export const changedSettings = (differences: readonly Difference[]): string[] => [
  ...new Set(
    differences.map(({ inputKey, setting }) =>
      inputKey === null && setting !== 'input_order' ? setting : 'inputs',
    ),
  ),
];
