import type { JsonValue } from '@/lib/base/json';
import { settleText } from '../../result/other-texts';
import { passingOf, type Way } from '../../result/passing';
import { shortened, UniqueKeys } from '../../result/texts';
import type { ScriptCommand, ScriptInput, TextForm } from '../../script';
import { isMultilineName, isSecretName } from '../../secrets';
import type { Draft } from '../values/draft';
import type { Found, FoundCommand } from './found';
import { defaultAs, isListOf, settleBoolean, typeIdOf } from './types';

/** Settles what a reader found: types, defaults, secrets, unique keys, and places. */
export function finishCommand({ name, description, entry, inputs }: FoundCommand): ScriptCommand {
  const keys = new Map<Draft, string>();
  const unique = new UniqueKeys();
  for (const { draft, way } of inputs) {
    // The script takes a text apart; what isn't handed over as one text can't be a list.
    if (draft.divider !== null && /^(position|parameter|assignment)$/.test(way.by)) draft.isPicked = true;
    if (way.by !== 'assignment' && way.by !== 'parameter') settleBoolean(draft);
    settleText(draft);
    settleDefault(draft, way);
    keys.set(draft, unique.take(draft.key ?? 'input'));
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

/** A text that is only compared with words for true is false where it is missing; an empty one counts as missing. */
function settleDefault(draft: Draft, way: Way): void {
  const { fallback } = draft;
  const isEmpty = fallback !== null && 'literal' in fallback && fallback.literal === '';
  if (isEmpty && (way.by === 'environment' || way.by === 'answer')) {
    draft.fallback = null;
    draft.isTested = true;
  }
  const isOpen = draft.typeId === 'logical' && draft.fallback === null && !draft.isRequired;
  if (isOpen && way.by === 'environment' && draft.compared.size > 0) draft.fallback = { literal: false };
}

function finishInput(
  { draft, way, after }: Found,
  keys: ReadonlyMap<Draft, string>,
  place: number,
): ScriptInput {
  const typeId = typeIdOf(draft);
  const { fallback } = draft;
  const key = keys.get(draft) ?? '';
  const isText = typeId === 'character';
  const isSecret = isText && (draft.isSecret || isSecretName(key, way.by === 'environment'));
  const divider = isListOf(draft) ? draft.divider : null;
  const text: TextForm = { booleans: draft.booleans ?? ['TRUE', 'FALSE'], divider };
  return {
    key,
    typeId,
    isRequired: isRequired(draft),
    defaultValue: fallback !== null && 'literal' in fallback ? defaultAs(draft, fallback.literal) : null,
    defaultExpression: fallback !== null && 'code' in fallback ? shortened(fallback.code) : null,
    description: shortened(draft.description),
    isSecret,
    isMultiline: isText && isMultilineName(key),
    isFile: draft.isFile && isText,
    group: draft.group,
    shown: shownOf(draft, keys),
    from: { ...draft.site, what: draft.what },
    passing: passingOf(way, text, after, place),
  };
}

const isRequired = (draft: Draft): boolean =>
  draft.fallback === null && (draft.isRequired || (draft.isNeeded && !draft.isTested));

function shownOf(draft: Draft, keys: ReadonlyMap<Draft, string>): ScriptInput['shown'] {
  const terms = draft.terms.map((term) => ({
    term,
    key: term.draft === draft ? undefined : keys.get(term.draft),
  }));
  // A case that can't be told by the other inputs says nothing.
  if (terms.some(({ key }) => key === undefined)) return [];
  return terms.map(({ term: { draft: of, test, values }, key = '' }) => ({
    key,
    test,
    values: values.map((value): JsonValue => defaultAs(of, value)),
  }));
}
