import { pythonInputTypeByName } from '@/lib/type-systems/scripts/python-types';
import { codeOf, type Parameter } from '../syntax/ast';
import { Draft } from '../values/draft';
import { fallbackOf } from '../values/join';
import { isNone, jsonOf } from '../values/make';
import type { FunctionValue, Interpreter, Value } from '../values/value';
import { type AnnotatedType, readAnnotation } from './annotation';
import { type Docstring, readDocstring } from './docstring';

/** A parameter of a function, as an input. */
export interface ReadParameter {
  parameter: Parameter;
  draft: Draft;
  type: AnnotatedType | null;
}

/** The parameters that a caller may give, without `self` and those that take everything else. */
export const givenParameters = (callee: FunctionValue): Parameter[] =>
  callee.parameters.filter(
    ({ kind, name }, at) =>
      (kind === 'plain' || kind === 'keyword') &&
      !(at === 0 && callee.self === null && /^(self|cls)$/.test(name)),
  );

/** What the signature, docstring and comments of a function tell of its parameters. */
export function readParameters(callee: FunctionValue, machine: Interpreter, what: string): ReadParameter[] {
  const docs = readDocstring(callee.definition?.docstring ?? null);
  return givenParameters(callee).map((parameter) => readParameter(callee, parameter, docs, machine, what));
}

function readParameter(
  callee: FunctionValue,
  parameter: Parameter,
  docs: Docstring,
  machine: Interpreter,
  what: string,
): ReadParameter {
  const { module } = callee.scope;
  const draft = new Draft({ path: module.path, line: parameter.line }, what, false);
  const type =
    parameter.annotation === null ? null : readAnnotation(parameter.annotation, callee.scope, machine);
  draft.key = parameter.name;
  draft.isRequired = parameter.fallback === null;
  const doc = docs.parameters.get(parameter.name);
  draft.description = doc !== undefined && doc.text !== '' ? doc.text : commentOf(callee, parameter);
  if (type !== null) takeType(draft, type);
  const fallback = callee.defaults.get(parameter.name);
  if (parameter.fallback !== null && fallback !== undefined)
    takeDefault(draft, fallback, codeOf(module, parameter.fallback));
  if (type === null) guessType(draft, fallback, doc?.type ?? null);
  return { parameter, draft, type };
}

export function takeType(draft: Draft, type: AnnotatedType): void {
  draft.typeId = type.typeId ?? (type.choices === null && !type.isList ? 'Any' : null);
  draft.isList = type.isList;
  draft.choices = type.choices;
  draft.isFile = type.isFile;
  if (type.fields !== null)
    draft.description = [draft.description, `Fields: ${type.fields}.`]
      .filter((text) => text !== null)
      .join(' ');
}

export function takeDefault(draft: Draft, value: Value, code: string | null): void {
  if (isNone(value)) return;
  const fallback = value.kind === 'subject' ? null : fallbackOf(value);
  draft.fallback = fallback ?? (code === null ? null : { code });
}

/** A default or the docstring tell the type of a parameter without annotation. */
export function guessType(draft: Draft, fallback: Value | undefined, documented: string | null): void {
  const literal = fallback === undefined ? undefined : jsonOf(fallback);
  if (Array.isArray(literal)) {
    draft.isList = true;
    const [first] = literal;
    draft.typeId = typeof first === 'number' ? (literal.every(Number.isInteger) ? 'int' : 'float') : null;
  } else if (typeof literal === 'boolean') draft.typeId = 'bool';
  else if (typeof literal === 'number')
    draft.typeId =
      Number.isInteger(literal) && !(fallback?.kind === 'plain' && fallback.isFloat) ? 'int' : 'float';
  else if (typeof literal === 'object' && literal !== null) draft.typeId = 'dict';
  else if (fallback?.kind === 'typed') draft.typeId = fallback.typeId;
  else if (typeof literal !== 'string' && documented !== null && pythonInputTypeByName(documented) !== null)
    draft.typeId = documented;
}

/** The comment at the end of the line of a parameter that has the line to itself. */
function commentOf({ scope, parameters }: FunctionValue, { line }: Parameter): string | null {
  const comment = scope.module.comments.get(line);
  const isAlone = parameters.filter((other) => other.line === line).length === 1;
  return comment === undefined || !isAlone || /^(noqa|type:|pylint|pragma|fmt)/.test(comment)
    ? null
    : comment;
}
