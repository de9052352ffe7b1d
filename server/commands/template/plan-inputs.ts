import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import { holdsSecret, openDefault } from '@/lib/inputs/secret-values';
import type { FollowingValues } from '@/lib/settings/input-setting-list';
import { coerceValue } from '@/lib/values/coerce-value';
import type { ConfiguredInput } from '@/server/commands/template/configured-input';

/** The settings of a command's input that a sync may change; all others stay. */
export interface PlannedInput extends FollowingValues {
  key: string;
}

/**
 * Plans the form of one command for its updated template. Settings that engineers changed stay; the others follow the
 * source. A default that the new type doesn't accept is removed.
 *
 * @param configured the command's inputs, in the order of its form
 */
export function planInputs(
  before: readonly TemplateInput[],
  after: readonly TemplateInput[],
  configured: readonly ConfiguredInput[],
): PlannedInput[] {
  const was = new Map(before.map((input) => [input.key, input]));
  const set = new Map(configured.map((input) => [input.key, input]));
  const order = planOrder(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    configured.map(({ key }) => key),
  );
  return after.map((input) => {
    const place = { order: order.indexOf(input.key) };
    const [old, own] = [was.get(input.key), set.get(input.key)];
    return old === undefined || own === undefined
      ? { ...fresh(input), ...place }
      : { ...follow(old, input, own), ...place };
  });
}

type Unplaced = Omit<PlannedInput, 'order'>;

/** Whether a new form opens with the source's default: where a value is required, and where the source sends it itself. */
const startsFilledIn = ({ type, defaultValue, defaultAmbiguousInput, isPrefilled }: TemplateInput): boolean =>
  openDefault(type, defaultValue) !== null && (isPrefilled === true || defaultAmbiguousInput === 'required');

function fresh(input: TemplateInput): Unplaced {
  const { key, type, description, defaultValue, defaultAmbiguousInput } = input;
  return {
    key,
    note: description,
    useDefaultValue: startsFilledIn(input),
    defaultValue: openDefault(type, defaultValue),
    defaultValueSource: 'sync',
    defaultAmbiguousInput,
    groupHeader: input.groupHeader ?? null,
    conditions: input.conditions ?? null,
  };
}

function follow(was: TemplateInput, is: TemplateInput, own: ConfiguredInput): Unplaced {
  const kept = defaultKept(is, own);
  return {
    key: is.key,
    note: own.note === was.description ? is.description : own.note,
    useDefaultValue:
      isNewlyPrefilled(was, is, own) ||
      (own.useDefaultValue && (own.defaultValueSource === 'sync' || kept !== undefined)),
    defaultValue: kept === undefined ? openDefault(is.type, is.defaultValue) : kept,
    defaultValueSource: kept === undefined ? 'sync' : 'user',
    defaultAmbiguousInput:
      own.defaultAmbiguousInput === was.defaultAmbiguousInput
        ? is.defaultAmbiguousInput
        : own.defaultAmbiguousInput,
    groupHeader: own.groupHeader === (was.groupHeader ?? null) ? (is.groupHeader ?? null) : own.groupHeader,
    conditions: isDeepStrictEqual(own.conditions, was.conditions ?? null)
      ? (is.conditions ?? null)
      : own.conditions,
  };
}

/** Whether the source began to send its default itself, for an input whose default no engineer changed. */
const isNewlyPrefilled = (was: TemplateInput, is: TemplateInput, own: ConfiguredInput): boolean =>
  is.isPrefilled === true &&
  was.isPrefilled !== true &&
  own.defaultValueSource === 'sync' &&
  startsFilledIn(is);

/** A command's default under the new type; undefined if the type doesn't accept it, or if it is the source's. */
export function defaultKept(is: TemplateInput, own: ConfiguredInput): JsonValue | undefined {
  if (own.defaultValueSource !== 'user') return undefined;
  // Whether a sealed default fits shows when it is opened. If the type is no longer a secret's, it would be shown.
  if (own.isDefaultSealed) return holdsSecret(is.type) ? own.defaultValue : undefined;
  const coerced = coerceValue(is.type, own.defaultValue);
  return coerced.ok ? coerced.value : undefined;
}

/**
 * The inputs that a command's form begins to require, so that what runs it by itself needs a value for them: not those
 * with a value of their own, or that only some forms ask for.
 */
export function newlyRequired(
  before: readonly TemplateInput[],
  after: readonly TemplateInput[],
  configured: readonly ConfiguredInput[],
): string[] {
  const set = new Map(configured.map((input) => [input.key, input]));
  return planInputs(before, after, configured).flatMap((planned) => {
    const { key, defaultAmbiguousInput, useDefaultValue, defaultValue, conditions } = planned;
    const own = set.get(key);
    const hasOwnValue = (useDefaultValue && defaultValue !== null) || isFixed(own);
    const isNew = own === undefined || own.defaultAmbiguousInput !== 'required';
    return defaultAmbiguousInput === 'required' && isNew && !hasOwnValue && conditions === null ? [key] : [];
  });
}

const isFixed = (own: ConfiguredInput | undefined): boolean =>
  own !== undefined && (own.hidden || own.locked || own.variable !== null);

/** The startup values that remain: those of existing inputs whose type accepts them. */
export function planStartupValues(
  values: Readonly<Record<string, JsonValue>> | null,
  after: readonly TemplateInput[],
): Record<string, JsonValue> | null {
  if (values === null) return null;
  const takes = new Map(after.map(({ key, type }) => [key, type]));
  const kept = Object.entries(values).filter(([key, value]) => {
    const type = takes.get(key);
    return type !== undefined && coerceValue(type, value).ok;
  });
  return Object.fromEntries(kept);
}

/**
 * A form in the source's order follows it. One that engineers reordered keeps their order: new inputs go after the
 * neighbor before them, or else before the one after them.
 */
function planOrder(before: string[], after: string[], form: string[]): string[] {
  const both = form.filter((key) => before.includes(key));
  if (isDeepStrictEqual(both, before)) return after;
  const order = form.filter((key) => after.includes(key));
  for (const [index, key] of after.entries()) {
    if (order.includes(key)) continue;
    const previous = after[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
  }
  return order;
}
