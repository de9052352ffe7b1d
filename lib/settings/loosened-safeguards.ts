import { isSameJson, type JsonValue } from '@/lib/base/json';
import { isSecretMark } from '@/lib/base/secret-mark';
import { isSameMask, type Mask } from '@/lib/outputs/masks';
import { outputWords } from '@/lib/outputs/output-words';
import { commandSettings } from '@/lib/settings/command-settings';
import { conditionEffects } from '@/lib/settings/condition-terms';
import type { Configuration, ConfigurationInput, Difference } from '@/lib/settings/configuration';
import { inputSettings } from '@/lib/settings/input-settings';
import { wordsOf } from '@/lib/settings/setting-words';

/** The items of a list that another one doesn't have. */
function missing<Item>(
  list: readonly Item[] = [],
  from: readonly Item[] = [],
  same: (a: Item, b: Item) => boolean = isSameJson,
): Item[] {
  return list.filter((item) => !from.some((other) => same(item, other)));
}

/**
 * How a change of a command takes away what protects it: its approval, word, limits, checks, and masks, who is asked,
 * and what its inputs lock, hide, or restrict. Empty for a change that adds or keeps all of it.
 *
 * @param newSecrets the keys of inputs whose secret default was replaced: both configurations have the same mark for it
 */
export function loosenedSafeguards(
  before: Configuration,
  after: Configuration,
  newSecrets: readonly string[] = [],
): Difference[] {
  const inputs = new Map(after.inputs.map((input) => [input.key, input]));
  return [
    ...loosenedSettings(before.settings, after.settings),
    ...before.inputs.flatMap((was) => loosenedInput(was, inputs.get(was.key), newSecrets.includes(was.key))),
  ];
}

function loosenedSettings(was: Configuration['settings'], is: Configuration['settings']): Difference[] {
  const masks = missing<Mask>(was.maskedOutputs, is.maskedOutputs, isSameMask);
  const revealers = missing(is.maskRevealers, was.maskRevealers);
  // Without a list, every engineer may reveal.
  const isForEngineers = (was.maskRevealers ?? []).length > 0 && is.maskRevealers?.length === 0;
  const loosened: [keyof typeof commandSettings, boolean, JsonValue?, JsonValue?][] = [
    ['needsApproval', was.needsApproval === true && is.needsApproval === false],
    [
      'confirmationWord',
      typeof was.confirmationWord === 'string' && was.confirmationWord !== is.confirmationWord,
    ],
    ['warningTag', was.warningTag !== 'safe' && is.warningTag === 'safe'],
    // The other engineers lose it, and with them everyone who could approve a run, or another engineer.
    ['visibility', was.visibility !== 'justme' && is.visibility === 'justme'],
    // The engineers of its folder can approve its runs.
    ['folderId', typeof is.folderId === 'number' && was.folderId !== is.folderId],
    ['inputChecks', missing(was.inputChecks, is.inputChecks).length > 0],
    ['maskedOutputs', masks.length > 0, masks, []],
    isForEngineers ? ['maskRevealers', true] : ['maskRevealers', revealers.length > 0, [], revealers],
  ];
  return loosened
    .filter(([, isLoosened]) => isLoosened)
    .map(([key, , before = json(was[key]), after = json(is[key])]) => ({
      inputKey: null,
      setting: commandSettings[key].wire,
      before,
      after,
    }));
}

const json = (value: unknown): JsonValue => (value ?? null) as JsonValue;

function loosenedInput(
  was: ConfigurationInput,
  is: ConfigurationInput | undefined,
  hasNewSecret: boolean,
): Difference[] {
  const { key: inputKey } = was;
  const isFixed = was.locked === true || was.hidden === true;
  if (is === undefined) {
    const isGuarded = isFixed || typeof was.variable === 'string' || typeof was.dropdownId === 'number';
    return isGuarded ? [{ inputKey, setting: 'input', before: was.typeId, after: null }] : [];
  }
  const loosened: [keyof typeof inputSettings, boolean][] = [
    ['locked', was.locked === true && is.locked === false],
    ['hidden', was.hidden === true && is.hidden === false],
    ['defaultValue', isFixed && (hasNewSecret || !isSameJson(was.defaultValue, is.defaultValue))],
    ['variable', typeof was.variable === 'string' && was.variable !== is.variable],
    ['dropdownId', typeof was.dropdownId === 'number' && was.dropdownId !== is.dropdownId],
    [
      'conditions',
      conditionEffects.some(
        (effect) =>
          was.conditions?.[effect] !== undefined &&
          !isSameJson(was.conditions[effect], is.conditions?.[effect]),
      ),
    ],
  ];
  const differences = loosened
    .filter(([, isLoosened]) => isLoosened)
    .map(([key]) => ({
      inputKey,
      setting: inputSettings[key].wire,
      before: json(was[key]),
      after: json(is[key]),
    }));
  const isShown = was.isSecret === true && is.isSecret === false;
  return isShown ? [...differences, { inputKey, setting: SHOWN, before: true, after: false }] : differences;
}

/** The name in `Difference.setting` of a secret that becomes an open value. */
const SHOWN = 'secret';

/**
 * The name in `Difference.setting` of a person or group that becomes an engineer of the command. `after` is their name,
 * and `before` the folder that they are given; null if they are given the command itself.
 */
export const NEW_ENGINEER = 'engineer';

/**
 * The name in `Difference.setting` of a dropdown, linked to the input, that offers more. `before` is the dropdown's name,
 * and `after` lists the new values, or says which command and column the options come from.
 */
export const NEW_OPTIONS = 'options';
/** More new options than these are counted. */
const MOST_OPTIONS = 20;

function optionsWords(added: JsonValue): string {
  if (!Array.isArray(added)) return 'takes its options from elsewhere';
  const others = added.length - MOST_OPTIONS;
  const named = added.slice(0, MOST_OPTIONS).map((value) => `“${value}”`);
  return `also offers ${[...named, ...(others > 0 ? [`${others} more`] : [])].join(', ')}`;
}

/** A loosened safeguard in words: `amount: Locked from editing?: Locked → Editable`. */
export function loosenedWords({ inputKey, setting, before, after }: Difference): string {
  if (setting === NEW_ENGINEER) return `${String(after)} becomes an engineer, who can approve runs`;
  if (setting === 'input') return `${inputKey} is removed`;
  if (setting === NEW_OPTIONS) return `${inputKey}: The dropdown “${before}” ${optionsWords(after)}`;
  if (setting === SHOWN) return `${inputKey} is no longer a secret`;
  if (isSecretMark(before) && isSecretMark(after)) return `${inputKey} gets another secret value`;
  const settings = Object.values<{ wire: string; label: string }>(
    inputKey === null ? commandSettings : inputSettings,
  );
  const found = settings.find(({ wire }) => wire === setting);
  const side = (value: JsonValue) => outputWords(setting, value) ?? wordsOf(found ?? {}, value);
  const label = found?.label ?? setting;
  return `${inputKey === null ? '' : `${inputKey}: `}${label}: ${side(before) || '—'} → ${side(after) || '—'}`;
}
