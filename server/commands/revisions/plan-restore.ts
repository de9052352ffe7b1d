import { isJsonObject, type JsonValue } from '@/lib/base/json';
import { isSecretMark } from '@/lib/base/secret-mark';
import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { Mask } from '@/lib/outputs/masks';
import { changedKeys } from '@/lib/settings/change-settings';
import {
  type OwnSettingValues,
  ownSettings,
  restoredKeys,
  type TemplateSettingValues,
  templateSettings,
} from '@/lib/settings/command-settings';
import type { Configuration, ConfigurationInput } from '@/lib/settings/configuration';
import { inputSettingList } from '@/lib/settings/input-setting-list';
import { type InputSettingValues, inputSettings } from '@/lib/settings/input-settings';
import { coerceValue } from '@/lib/values/coerce-value';

/** A command's current configuration; secret defaults are only marked. */
export interface CurrentConfiguration {
  own: OwnSettingValues;
  shared: TemplateSettingValues;
  /** In the order of the form. */
  inputs: readonly Input[];
}

/** The configuration after a restore. */
export interface RestoredConfiguration {
  own: OwnSettingValues;
  shared: TemplateSettingValues;
  /** Only those that change. */
  inputs: { inputId: number; key: string; before: InputSettingValues; settings: InputSettingValues }[];
}

/**
 * Computes a command's configuration after a revision is restored. Settings that the revision doesn't have stay, and so
 * do secrets, the folder, and the visibility. A default or startup value that an input no longer accepts is skipped.
 */
export function planRestore(current: CurrentConfiguration, revision: Configuration): RestoredConfiguration {
  const kept = new Map(revision.inputs.map((input) => [input.key, input]));
  const order = restoredOrder(current.inputs, revision.inputs);
  const inputs = current.inputs.map((input) => {
    const before = settingsOf(input);
    const settings = {
      ...restoredInput(input, before, kept.get(input.key)),
      order: order.get(input.key) ?? 0,
    };
    return { inputId: input.inputId, key: input.key, before, settings };
  });
  return {
    own: {
      ...current.own,
      ...picked(restoredKeys(ownSettings), revision.settings),
      maskedOutputs: restoredMasks(current.own.maskedOutputs, revision.settings.maskedOutputs ?? []),
    },
    shared: {
      ...current.shared,
      ...picked(restoredKeys(templateSettings), revision.settings),
      startupValues: restoredStartupValues(current, revision.settings.startupValues),
    },
    inputs: inputs.filter(({ before, settings }) => changedKeys(inputSettings, before, settings).length > 0),
  };
}

function picked<T extends object, K extends keyof T>(keys: readonly K[], values: T): Pick<T, K> {
  const known = keys.filter((key) => values[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, values[key]])) as Pick<T, K>;
}

/** An old revision must not uncover values: today's masks stay, and those of the revision are added. */
function restoredMasks(current: readonly Mask[], kept: readonly Mask[]): Mask[] {
  const isNew = (mask: Mask) => !current.some(({ kind, path }) => kind === mask.kind && path === mask.path);
  return [...current, ...kept.filter(isNew)];
}

const settingsOf = (input: Input): InputSettingValues =>
  Object.fromEntries(inputSettingList.map(([key]) => [key, input[key]])) as InputSettingValues;

function restoredInput(
  { type }: Input,
  before: InputSettingValues,
  kept: ConfigurationInput | undefined,
): InputSettingValues {
  if (kept === undefined) return before;
  const { key: _, typeId: __, ...settings } = kept;
  const after = { ...before, ...settings };
  const { defaultValue } = after;
  const isTaken = !holdsSecret(type) && (defaultValue === null || coerceValue(type, defaultValue).ok);
  if (isTaken && !isSecretMark(defaultValue)) return after;
  return {
    ...after,
    defaultValue: before.defaultValue,
    defaultValueSource: before.defaultValueSource,
    useDefaultValue: before.useDefaultValue,
  };
}

/** Inputs that are newer than the revision go after those that it has. If the order is the same, all stay. */
function restoredOrder(current: readonly Input[], kept: readonly ConfigurationInput[]): Map<string, number> {
  const keys = current.map(({ key }) => key);
  const known = kept.map(({ key }) => key).filter((key) => keys.includes(key));
  const isKept = keys.filter((key) => known.includes(key)).every((key, at) => key === known[at]);
  if (isKept) return new Map(current.map(({ key, order }) => [key, order]));
  const order = [...known, ...keys.filter((key) => !known.includes(key))];
  return new Map(order.map((key, at) => [key, at]));
}

function restoredStartupValues(
  { shared, inputs }: CurrentConfiguration,
  kept: JsonValue | undefined,
): JsonValue {
  if (kept === undefined) return shared.startupValues;
  if (!isJsonObject(kept)) return kept;
  const current = isJsonObject(shared.startupValues) ? shared.startupValues : {};
  const types = new Map(inputs.map(({ key, type }) => [key, type]));
  const values = Object.entries(kept).flatMap(([key, value]): [string, JsonValue][] => {
    const type = types.get(key);
    const isSecret = isSecretMark(value) || (type !== undefined && holdsSecret(type));
    const restored = isSecret ? current[key] : value;
    if (restored === undefined || type === undefined || !coerceValue(type, restored).ok) return [];
    return [[key, restored]];
  });
  return Object.fromEntries(values);
}
