import { settleText } from '../../result/other-texts';
import { passingOf } from '../../result/passing';
import { shortened, UniqueKeys } from '../../result/texts';
import type { ScriptCommand, ScriptInput, TextForm } from '../../script';
import { isMultilineName, isSecretName } from '../../secrets';
import type { Draft } from '../values/draft';
import type { Found, FoundCommand } from './found';
import { defaultAs, settleBoolean, typeIdOf } from './types';

/** Settles what a reader found: types, defaults, secrets, unique keys, and places. */
export function finishCommand({ name, description, entry, inputs }: FoundCommand): ScriptCommand {
  const keys = new Map<Draft, string>();
  const unique = new UniqueKeys();
  for (const { draft, way } of inputs) {
    settlePicked(draft);
    settleText(draft);
    settleBoolean(draft, way.by === 'answer');
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

/** A text stays a text if the code only takes single parts of it. */
function settlePicked(draft: Draft): void {
  if (!draft.isPicked || draft.divider === null) return;
  draft.isList = false;
  draft.divider = null;
  draft.typeId = null;
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
  const { fallback, divider } = draft;
  const text: TextForm = { booleans: draft.booleans ?? ['true', 'false'], divider };
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
    passing: passingOf(way, text, after, place),
  };
}
