import type { Machine } from '../interpreter/machine';
import type { Found } from '../result/found';
import { changedName, codeOf, type Expression, expressionsIn, type RFile } from '../syntax/ast';
import { Draft } from '../values/draft';
import { jsonOf, subjectOf, typeOf } from '../values/make';
import type { Value } from '../values/value';
import { commentAt } from './comments';
import { wholeType } from './parameters';

/** Names that code uses for itself. */
const ownNames =
  /^(\.|[ijknxy]$|tmp|temp|count(er)?$|total$|sum$|result|res$|out$|ret$|df$|data$|status$|found$|done$|ok$|idx$|index$)/;
/** Lists that hold what a script is set to. */
const settingLists =
  /(^|[._])(config(uration)?|cfg|conf|settings?|params?|parameters?|opts?|options?|args)$/i;
/** Vectors longer than this are data. */
const mostElements = 50;

type Assignment = Extract<Expression, { kind: 'assign' }>;

/** Values at the top of a script that are meant to be edited, by the statements that assign them. */
export interface Settings {
  inputs: Found[];
  /** What stands for the code of values while the script is read: the inputs. */
  values: Map<Expression, Value>;
}

/**
 * Makes inputs of values that are meant to be edited: literals that are assigned once, before the script does anything
 * with them.
 *
 * @param others names of values that say what the script asks for, so that they are no inputs
 * @param isWork whether a statement does something, rather than to prepare it
 */
export function settingsOf(
  file: RFile,
  machine: Machine,
  others: ReadonlySet<string>,
  isWork: (statement: Expression) => boolean,
): Settings {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const expression of expressionsIn(file.body)) {
    if (expression.kind === 'for') count(expression.name);
    if (expression.kind === 'assign') count(changedName(expression.target) ?? '');
  }
  const settings: Settings = { inputs: [], values: new Map() };
  for (const statement of file.body) {
    if (statement.kind !== 'assign') {
      if (isWork(statement)) break;
      continue;
    }
    const { target } = statement;
    const name = target.kind === 'name' ? target.name : target.kind === 'text' ? target.value : '';
    if (counts.get(name) !== 1 || others.has(name) || !/^[A-Za-z][\w.]*$/.test(name) || ownNames.test(name))
      continue;
    take(statement, name, settings, machine);
  }
  return settings;
}

function take(statement: Assignment, name: string, settings: Settings, machine: Machine): void {
  const { value } = statement;
  if (isLiteral(value)) {
    add(name, value, statement.line, settings, machine);
    return;
  }
  if (!isCall(value, 'list') || !settingLists.test(name)) return;
  // The fields of `config <- list(host = "localhost", port = 5432)`.
  for (const { name: field, value: code } of value.args)
    if (field !== null && code !== null && isLiteral(code))
      add(`${name}$${field}`, code, code.line, settings, machine);
}

function add(name: string, code: Expression, line: number, settings: Settings, machine: Machine): void {
  const draft = draftOf(name, code, line, machine);
  settings.inputs.push({ draft, way: { by: 'assignment', name, code: codeOf(code) }, after: 0 });
  settings.values.set(code, subjectOf(draft));
}

const isCall = (value: Expression, name: string): value is Extract<Expression, { kind: 'call' }> =>
  value.kind === 'call' && value.callee.kind === 'name' && value.callee.name === name;

/** Whether code is a literal, a vector of literals, or a day. */
function isLiteral(value: Expression): boolean {
  switch (value.kind) {
    case 'text':
    case 'logical':
    case 'null':
    case 'na':
      return true;
    case 'number':
      return Number.isFinite(value.value);
    case 'unary':
      return value.operator === '-' && value.operand.kind === 'number';
    case 'name':
      return value.name === 'T' || value.name === 'F';
    case 'call': {
      const { args } = value;
      const isPlain =
        args.length <= mostElements && args.every((arg) => arg.name === null && arg.value !== null);
      const isEach = args.every(
        (arg) => arg.value !== null && arg.value.kind !== 'null' && isLiteral(arg.value),
      );
      if (isCall(value, 'c')) return isPlain && isEach;
      return isCall(value, 'as.Date') && args.length === 1 && args[0]?.value?.kind === 'text';
    }
    default:
      return false;
  }
}

function draftOf(name: string, code: Expression, line: number, machine: Machine): Draft {
  const { file } = code;
  const value = machine.evaluate(code, machine.global);
  const draft = new Draft({ path: file.path, line }, 'assignment', true);
  draft.name(name, 3);
  draft.description = commentAt(file, line, file.text.slice(0, code.end).split('\n').length);
  if (isCall(code, 'c')) draft.isList = true;
  const typeId = typeOf(value);
  if (typeId !== null && typeId !== 'character') draft.typeId = wholeType(value, typeId);
  const literal = jsonOf(value);
  if (literal !== undefined) draft.fallback = { literal };
  return draft;
}
