import type { CommandInput, InputsChanges } from '@/components/configure/panel/use-configure';
import { choosableControls } from '@/lib/inputs/choices/choosable-controls';
import type { InputSettingValues } from '@/lib/settings/input-settings';
import { inputSettings } from '@/lib/settings/input-settings';
import type { Setting } from '@/lib/settings/setting';
import { wordsOf } from '@/lib/settings/setting-words';
import { inputFields, isNeverFilled } from '../input-fields';

/** The settings that make sense for several inputs at once, in the order of the form. */
export const severalKeys = [
  'defaultAmbiguousInput',
  'hidden',
  'locked',
  'componentKind',
  'colSpan',
  'componentWidth',
  'lineBreak',
] as const;

export type SeveralKey = (typeof severalKeys)[number];

/** The changes for all chosen inputs. Each keeps its own value of a setting that is left out. */
export type SeveralChanges = Partial<Pick<InputSettingValues, SeveralKey>>;

/** A choice of one setting for all of them. */
export interface SeveralChoice {
  label: string;
  value: InputSettingValues[SeveralKey];
}

const noneWords: Partial<Record<SeveralKey, string>> = {
  componentKind: "The type's own",
  colSpan: 'Fits the row',
  componentWidth: 'As wide as its column',
};

/** The values that a setting can be given, in words. */
export function choicesOf(key: SeveralKey): SeveralChoice[] {
  const setting: Setting = inputSettings[key];
  const values = Object.keys(setting.words).map((word): InputSettingValues[SeveralKey] => {
    if (word === 'true' || word === 'false') return word === 'true';
    return /^\d+$/.test(word) ? Number(word) : (word as InputSettingValues[SeveralKey]);
  });
  const choices = values.map((value) => ({ label: wordsOf(setting, value), value }));
  const none = noneWords[key];
  return none === undefined ? choices : [{ label: none, value: null }, ...choices];
}

/** The changes as one request. A control is only given to inputs that it fits. */
export function requestOf(inputs: readonly CommandInput[], changes: SeveralChanges): InputsChanges {
  return inputs.map(({ inputId, type }) => {
    const { componentKind, ...others } = changes;
    const fits = componentKind === null || choosableControls(type).some((kind) => kind === componentKind);
    return { inputId, ...others, ...(componentKind !== undefined && fits ? { componentKind } : {}) };
  });
}

/** The inputs that would stay empty, so that nobody could run the command. */
export function neverFilled(inputs: readonly CommandInput[], changes: SeveralChanges): CommandInput[] {
  return inputs.filter((input) => {
    const fields = inputFields(input);
    return !isNeverFilled(fields) && isNeverFilled({ ...fields, ...changes });
  });
}
