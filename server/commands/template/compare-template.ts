import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { holdsSecret, openDefault } from '@/lib/inputs/secret-values';
import type { Carried } from '@/server/commands/renames/carry-renames';
import { typeText } from '@/server/commands/template/type-text';
import type { TemplateDescription } from '@/server/connectors/things';

/** One difference between the source and its last sync; see the contract's `change`. */
export interface Change {
  key: string | null;
  change:
    | 'added'
    | 'removed'
    | 'renamed'
    | 'type'
    | 'default'
    | 'optional'
    | 'description'
    | 'order'
    | 'name'
    | 'call';
  before: JsonValue;
  after: JsonValue;
}

/** The part of a template that the source declares. */
export type Declared = Pick<
  TemplateDescription,
  'cloudId' | 'cloudName' | 'description' | 'executable' | 'inputs'
>;

/** What a sync changes: the inputs that were renamed at the source, and all other changes, under the keys of now. */
export const changesOf = ({ stored, described, renames }: Carried): Change[] =>
  compareTemplate(
    stored,
    described,
    renames.map(({ keyNow, from, to }) => ({ key: keyNow, change: 'renamed', before: from, after: to })),
  );

/**
 * Returns the changes that bring a template up to date with its source, or an empty list.
 *
 * @param known changes that were found before, which come first
 */
export function compareTemplate(before: Declared, after: Declared, known: readonly Change[] = []): Change[] {
  const was = new Map(before.inputs.map((input) => [input.key, input]));
  const is = new Map(after.inputs.map((input) => [input.key, input]));
  const changes: Change[] = [...known];
  if (before.cloudId !== after.cloudId) {
    changes.push({ key: null, change: 'name', before: before.cloudName, after: after.cloudName });
  }
  for (const [key, input] of was) {
    if (!is.has(key)) changes.push({ key, change: 'removed', before: declared(input), after: null });
  }
  for (const [key, input] of is) {
    const old = was.get(key);
    if (old === undefined) changes.push({ key, change: 'added', before: null, after: declared(input) });
    else changes.push(...compareInput(old, input));
  }
  changes.push(...compareOrder([...was.keys()], [...is.keys()]));
  if (before.description !== after.description) {
    changes.push({
      key: null,
      change: 'description',
      before: before.description,
      after: after.description,
    });
  }
  changes.push(...compareCall(before, after, changes));
  return changes;
}

function compareInput(before: TemplateInput, after: TemplateInput): Change[] {
  const { key } = after;
  const changes: Change[] = [];
  if (!isDeepStrictEqual(plain(before.type), plain(after.type))) {
    const [was, is] = [typeText(before.type), typeText(after.type)];
    // Two types with one name differ only in their limits.
    const limits = (type: InputType) => `${type.typeId} ${JSON.stringify(type.constraints)}`;
    changes.push(
      was === is
        ? { key, change: 'type', before: limits(before.type), after: limits(after.type) }
        : { key, change: 'type', before: was, after: is },
    );
  }
  const isSecret = holdsSecret(before.type) || holdsSecret(after.type);
  if (
    before.defaultExpression !== after.defaultExpression ||
    (!isSecret && !isDeepStrictEqual(plain(before.defaultValue), plain(after.defaultValue)))
  ) {
    changes.push({ key, change: 'default', before: defaultOf(before), after: defaultOf(after) });
  } else if (!isSecret && sendsDefault(before) !== sendsDefault(after)) {
    const sent = (input: TemplateInput) => (sendsDefault(input) ? defaultOf(input) : null);
    changes.push({ key, change: 'default', before: sent(before), after: sent(after) });
  }
  if (before.defaultAmbiguousInput !== after.defaultAmbiguousInput) {
    changes.push({
      key,
      change: 'optional',
      before: before.defaultAmbiguousInput,
      after: after.defaultAmbiguousInput,
    });
  }
  if (before.description !== after.description) {
    changes.push({ key, change: 'description', before: before.description, after: after.description });
  }
  return changes;
}

/** Whether the source sends its default by itself. */
const sendsDefault = ({ isPrefilled, defaultValue }: TemplateInput): boolean =>
  isPrefilled === true && defaultValue !== null;

/** Whether the inputs that already existed changed their order; new inputs shift the others anyway. */
function compareOrder(was: string[], is: string[]): Change[] {
  const before = was.filter((key) => is.includes(key));
  const after = is.filter((key) => was.includes(key));
  return isDeepStrictEqual(before, after) ? [] : [{ key: null, change: 'order', before, after }];
}

/**
 * Only a connector can read its own `executable`; its plain values can be shown. Changes that come with another name or
 * other inputs are reported there.
 */
function compareCall(before: Declared, after: Declared, known: readonly Change[]): Change[] {
  if (known.some(({ change }) => change === 'name')) return [];
  if (isDeepStrictEqual(plain(before.executable), plain(after.executable))) return [];
  const [was, is] = [plainParts(before.executable), plainParts(after.executable)];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => was[key] !== is[key]);
  if (keys.length === 0 && known.length > 0) return [];
  const shown = (parts: Record<string, JsonValue>) =>
    Object.fromEntries(keys.map((key) => [key, parts[key] ?? null]));
  return [{ key: null, change: 'call', before: shown(was), after: shown(is) }];
}

function plainParts(executable: JsonValue): Record<string, JsonValue> {
  if (typeof executable !== 'object' || executable === null || Array.isArray(executable)) return {};
  const parts = Object.entries(executable).filter(([, part]) => typeof part !== 'object');
  return Object.fromEntries(parts);
}

function declared(input: TemplateInput): JsonValue {
  return {
    type_id: typeText(input.type),
    default: defaultOf(input),
    treatment: input.defaultAmbiguousInput,
  };
}

/** The default of a secret is neither stored nor shown. */
function defaultOf({ type, defaultValue, defaultExpression }: TemplateInput): JsonValue {
  if (defaultExpression !== null) return { expression: defaultExpression };
  return openDefault(type, defaultValue);
}

/** In the form that the database stores: without undefined values. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
