import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { isRelative, takesRelative } from '@/lib/schedules/relative-dates';
import { coerceValue } from '@/lib/values/coerce-value';
import type { AutomaticRun } from '@/server/dependents/automatic-runs';

/** What a change does to the inputs of a template, under one key on both sides. */
export interface ChangedInputs {
  before: readonly TemplateInput[];
  after: readonly TemplateInput[];
  /** The inputs that a command's form begins to require, by the command's id. */
  required: ReadonlyMap<number, readonly string[]>;
}

/** Why something can't go on by itself: its value lost its input, no longer fits, or was never given. */
export interface Stop {
  key: string;
  need: 'value' | 'unfit' | 'missing';
}

/** Whether a change can stop anything at all. */
export function canStop({ before, after, required }: ChangedInputs): boolean {
  const is = new Map(after.map(({ key, type }) => [key, JSON.stringify(type)]));
  return (
    before.some(({ key, type }) => is.get(key) !== JSON.stringify(type)) ||
    [...required.values()].some((keys) => keys.length > 0)
  );
}

/** Why a scheduled job, an auto-run, or a webhook stops with a change; empty if it goes on with the values that it has. */
export function stopsOf(run: AutomaticRun, { before, after, required }: ChangedInputs): Stop[] {
  const was = new Map(before.map((input) => [input.key, input]));
  const is = new Map(after.map((input) => [input.key, input]));
  const has = new Set(run.values.map(({ key }) => key));
  const ofValues = run.values.flatMap(({ key, value, isSealed }): Stop[] => {
    const [old, now] = [was.get(key), is.get(key)];
    if (now === undefined) return [{ key, need: 'value' }];
    const fits = isSealed ? holdsSecret(now.type) : value === null || fitsAs(now.type, JSON.parse(value));
    return old === undefined || fits ? [] : [{ key, need: 'unfit' }];
  });
  const missing = (required.get(run.configuredId) ?? []).filter((key) => !has.has(key));
  return [...ofValues, ...missing.map((key): Stop => ({ key, need: 'missing' }))];
}

/** Whether a stored value can still be sent. An emptied one can: its input says what that means. */
const fitsAs = (type: InputType, value: JsonValue): boolean =>
  value === '' || (isRelative(value) && takesRelative({ type })) || coerceValue(type, value).ok;
