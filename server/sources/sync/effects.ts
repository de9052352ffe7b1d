import { isDeepStrictEqual } from 'node:util';
import type { TemplateInput } from '@/lib/inputs/input';
import { inputSettingList } from '@/lib/settings/input-setting-list';
import type { InputSettingKey } from '@/lib/settings/input-settings';
import type { Change } from '@/server/commands/template/compare-template';
import type { ConfiguredInput } from '@/server/commands/template/configured-input';
import { defaultKept } from '@/server/commands/template/plan-inputs';

/** An engineer's setting that a change affects; see the contract's `effect`. */
export interface Effect {
  kind: string;
  outcome: 'kept' | 'lost' | 'unfit' | 'carried';
  commandId: number;
}

/**
 * The effects of one change on the settings of engineers, command by command.
 *
 * @param before, after the inputs as the source declared and declares them, by key
 * @param configured the inputs of the template's commands
 * @param startupLost the keys whose startup value would be lost
 */
export function effectsOf(
  { key, change }: Change,
  before: ReadonlyMap<string, TemplateInput>,
  after: ReadonlyMap<string, TemplateInput>,
  configured: readonly ConfiguredInput[],
  startupLost: ReadonlySet<string> = new Set(),
): Effect[] {
  if (key === null) return [];
  const [was, is] = [before.get(key), after.get(key)];
  return configured
    .filter((own) => own.key === key)
    .flatMap((own) => {
      const effect = (kind: string, outcome: Effect['outcome']): Effect => ({
        kind,
        outcome,
        commandId: own.commandId,
      });
      const atStart = startupLost.has(key) ? [effect('startup', 'lost')] : [];
      switch (change) {
        case 'removed':
          return [...settingsOf(was, own).map((kind) => effect(kind, 'lost')), ...atStart];
        case 'renamed':
          return settingsOf(was, own).map((kind) => effect(kind, 'carried'));
        case 'type':
          if (is === undefined) return atStart;
          return [...typeEffects(is, own).map(([kind, outcome]) => effect(kind, outcome)), ...atStart];
        case 'default':
          return own.defaultValueSource === 'user' ? [effect('default', 'kept')] : [];
        case 'optional':
          return own.defaultAmbiguousInput === was?.defaultAmbiguousInput ? [] : [effect('optional', 'kept')];
        default:
          return [];
      }
    });
}

/** Settings that follow the source count as an engineer's if they differ from the source's. */
const isOwn: Partial<
  Record<InputSettingKey, (was: TemplateInput | undefined, own: ConfiguredInput) => boolean>
> = {
  defaultValue: (_, own) => own.defaultValueSource === 'user' && own.defaultValue !== null,
  note: (was, own) => own.note !== null && own.note !== was?.description,
  defaultAmbiguousInput: (was, own) => own.defaultAmbiguousInput !== was?.defaultAmbiguousInput,
};

/** The settings of an input that an engineer changed, by name. */
function settingsOf(was: TemplateInput | undefined, own: ConfiguredInput): string[] {
  return inputSettingList.flatMap(([key, { effect = key, initial }]) => {
    if (effect === null) return [];
    const isSet = isOwn[key]?.(was, own) ?? !isDeepStrictEqual(own[key], initial);
    return isSet ? [effect] : [];
  });
}

/** A hidden or locked input that loses its default has no value anymore, and its runs are refused. */
function typeEffects(is: TemplateInput, own: ConfiguredInput): [string, Effect['outcome']][] {
  const effects: [string, Effect['outcome']][] = [];
  if (own.defaultValueSource === 'user' && own.defaultValue !== null) {
    const isLost = defaultKept(is, own) === undefined;
    effects.push(['default', isLost ? 'lost' : 'kept']);
    if (isLost && own.locked) effects.push(['locked', 'unfit']);
    if (isLost && own.hidden) effects.push(['hidden', 'unfit']);
  }
  // The person's attributes are text.
  if (own.variable !== null && is.type.jsonType !== 'string') effects.push(['variable', 'unfit']);
  return effects;
}
