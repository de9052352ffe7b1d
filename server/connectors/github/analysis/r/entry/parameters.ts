import { callFunction, given } from '../interpreter/calls';
import type { Machine } from '../interpreter/machine';
import { takeDefault } from '../libraries/parsers/command-line';
import type { Found } from '../result/found';
import { codeOf, type FunctionExpression } from '../syntax/ast';
import { Draft } from '../values/draft';
import { subjectOf, typeOf } from '../values/make';
import type { FunctionValue, Value } from '../values/value';
import type { FunctionNotes } from './comments';
import { declaredType } from './declared-types';

type Parameter = FunctionExpression['parameters'][number];

/** The arguments of a function as inputs, with what its notes and its code say of them. */
export function parametersOf(value: FunctionValue, notes: FunctionNotes, machine: Machine): Found[] {
  const parameters = value.definition.parameters.filter(({ name }) => !/^(\.\.\.|req|res)$/.test(name));
  const drafts = parameters.map((parameter) => draftOf(value, parameter, notes, machine));
  const args = drafts.map((draft, at) => given(subjectOf(draft), parameters[at]?.name ?? null));
  // What the body does with an argument tells what it is.
  callFunction(value, args, machine);
  return drafts.map((draft, at) => ({
    draft,
    way: { by: 'parameter', name: parameters[at]?.name ?? '' },
    after: 0,
  }));
}

function draftOf(
  { definition, scope }: FunctionValue,
  { name, fallback, line }: Parameter,
  notes: FunctionNotes,
  machine: Machine,
): Draft {
  const draft = new Draft({ path: definition.file.path, line }, 'argument', true);
  draft.name(name, 3);
  const told = notes.params.get(name) ?? null;
  draft.description = told?.replace(/^:\[?\w+\]?\*?\s*/, '') ?? null;
  const declared = declaredType(told);
  if (declared !== null) {
    draft.typeId = declared.typeId;
    draft.isList = declared.isList;
  }
  if (fallback === null) {
    draft.isRequired = true;
    return draft;
  }
  const value = machine.inCase(null, () => machine.evaluate(fallback, scope));
  takeParameterDefault(draft, value, codeOf(fallback), isChosen(name, definition));
  return draft;
}

/** `kind = c("a", "b")` with `match.arg(kind)` is a choice, of which the first is the default. */
function takeParameterDefault(draft: Draft, value: Value, code: string, isChoice: boolean): void {
  if (isChoice && value.kind === 'items') {
    const values = value.items.flatMap((item) =>
      item.value.kind === 'plain' && typeof item.value.value !== 'boolean' ? [item.value.value] : [],
    );
    const [first] = values;
    draft.close(values);
    if (first !== undefined) draft.fallback = { literal: first };
    return;
  }
  takeDefault(draft, value, code);
  if (value.kind === 'items') draft.isList = true;
  const typeId = typeOf(value);
  if (typeId !== null && typeId !== 'character') draft.typeId ??= wholeType(value, typeId);
}

/** A whole number that is written without a fraction is meant as one. */
export function wholeType(value: Value, typeId: string): string {
  const values = value.kind === 'items' ? value.items.map((item) => item.value) : [value];
  const isWhole = values.every(
    (each) => each.kind === 'plain' && Number.isInteger(each.value) && each.typeId !== 'numeric',
  );
  return typeId === 'numeric' && isWhole ? 'integer' : typeId;
}

const isChosen = (name: string, { body }: FunctionExpression): boolean =>
  new RegExp(`(match\\.arg|arg_match0?)\\(\\s*(arg\\s*=\\s*)?${name.replaceAll('.', '\\.')}\\s*[,)]`).test(
    body.file.text.slice(body.start, body.end),
  );
