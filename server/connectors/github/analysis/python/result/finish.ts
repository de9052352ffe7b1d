import type { OptionForm, Passing, ScriptCommand, ScriptInput, TextForm } from '../../script';
import type { Draft } from '../values/draft';
import type { Found, FoundCommand } from './found';
import { isMultilineName, isSecretName } from './secrets';
import { defaultAs, settleBoolean, typeIdOf } from './types';

/** Settles what a reader found: types, defaults, secrets, unique keys, and places. */
export function finishCommand({ name, description, entry, inputs }: FoundCommand): ScriptCommand {
  const keys = new Map<Draft, string>();
  const taken = new Set<string>();
  for (const { draft, way } of inputs) {
    settleBoolean(draft, way.by === 'answer');
    keys.set(draft, uniqueKey(draft.key ?? 'input', taken));
  }
  const places = new Map<number, number>();
  let answers = 0;
  const finished = inputs.map((found) => {
    const { after, way } = found;
    const place = way.by === 'answer' ? answers++ : (places.get(after) ?? 0);
    if (way.by === 'position') places.set(after, place + 1);
    return finishInput(found, keys, place);
  });
  return { name, description: shortened(description), entry, inputs: finished };
}

function uniqueKey(key: string, taken: Set<string>): string {
  let unique = key;
  for (let count = 2; taken.has(unique); count += 1) unique = `${key}-${count}`;
  taken.add(unique);
  return unique;
}

function finishInput(
  { draft, way, after }: Found,
  keys: ReadonlyMap<Draft, string>,
  place: number,
): ScriptInput {
  const typeId = typeIdOf(draft);
  const key = keys.get(draft) ?? '';
  const isText = typeId === 'str' || typeId === 'SecretStr';
  const isSecret =
    typeId === 'SecretStr' || (isText && (draft.isSecret || isSecretName(key, way.by === 'environment')));
  const { fallback } = draft;
  return {
    key,
    typeId,
    isRequired: draft.isRequired,
    defaultValue: fallback !== null && 'literal' in fallback ? defaultAs(draft, fallback.literal) : null,
    defaultExpression: fallback !== null && 'code' in fallback ? shortened(fallback.code) : null,
    description: shortened(draft.description),
    isSecret,
    isMultiline: isText && (draft.isMultiline || isMultilineName(key)),
    isFile: draft.isFile && !draft.isList,
    group: draft.group,
    shown: draft.terms.flatMap((term) => {
      const other = keys.get(term.draft);
      return other === undefined || term.draft === draft
        ? []
        : [{ key: other, test: term.test, values: term.values.map((value) => defaultAs(term.draft, value)) }];
    }),
    from: { ...draft.site, what: draft.what },
    passing: passingOf(draft, way, after, place),
  };
}

function passingOf(draft: Draft, way: Found['way'], after: number, place: number): Passing {
  const text: TextForm = { booleans: draft.booleans ?? ['true', 'false'], divider: draft.divider };
  switch (way.by) {
    case 'option':
      return { by: 'option', flag: way.flag, form: formOf(way.shape, text), after };
    case 'switch':
      return {
        by: 'option',
        flag: way.on ?? way.off ?? '',
        form: { kind: 'switch', on: way.on, off: way.off },
        after,
      };
    case 'position':
      return { by: 'position', at: place, after };
    case 'environment':
      return { by: 'environment', name: way.name, text };
    case 'answer':
      return { by: 'answer', at: place, text };
    case 'parameter':
      return { by: 'parameter', name: way.name };
  }
}

const formOf = (shape: 'value' | 'separate' | 'values' | 'repeated' | 'count', text: TextForm): OptionForm =>
  shape === 'count' ? { kind: 'count' } : { kind: shape, text };

const mostCharacters = 4000;

const shortened = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed.slice(0, mostCharacters);
};
