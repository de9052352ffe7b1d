import { mostCharacters, mostItems } from '../../limits';
import { shownText } from '../builtins/text-format';
import { type Argument, codeOf, type Expression } from '../syntax/ast';
import { join } from '../values/join';
import { dictOf, itemsOf, keyOf, numberOf, plain, textOf, unknown, unknownCode } from '../values/make';
import type { CallArguments, Interpreter, Scope, Value } from '../values/value';
import { comprehension } from './comprehensions';
import { binary } from './operators';
import { subscript } from './subscripts';

/** What an expression stands for. Its parts are evaluated, so that what they ask for is found. */
export function evaluate(expression: Expression, scope: Scope, machine: Interpreter): Value {
  const site = { path: scope.module.path, line: expression.line };
  const evaluated = (part: Expression): Value => machine.evaluate(part, scope);
  const computed = (): Value => unknownCode(codeOf(scope.module, expression));
  switch (expression.kind) {
    case 'text':
      return plain(expression.value);
    case 'number':
      return plain(expression.value, expression.isFloat);
    case 'constant':
      return plain(expression.value);
    case 'format':
      return formatted(expression.parts, scope, machine) ?? computed();
    case 'name':
      return scope.get(expression.name) ?? { kind: 'library', name: expression.name };
    case 'attribute': {
      const found = machine.attribute(evaluated(expression.object), expression.name, site);
      return found.kind === 'unknown' ? computed() : found;
    }
    case 'call': {
      const callee = evaluated(expression.callee);
      const result = machine.call(callee, argumentsOf(expression.args, scope, machine, expression));
      return result.kind === 'unknown' && result.code === null ? computed() : result;
    }
    case 'subscript':
      return subscript(expression, scope, machine) ?? computed();
    case 'items':
      return itemsOf(spreadItems(expression.items, scope, machine), expression.form);
    case 'dict':
      return dictionary(expression, scope, machine);
    case 'binary':
      return (
        binary(expression.operator, evaluated(expression.left), evaluated(expression.right), machine, site) ??
        computed()
      );
    case 'boolean':
      return either(expression, scope, machine);
    case 'not':
    case 'comparison':
      return { kind: 'test', test: machine.test(expression, scope) };
    case 'negative': {
      const value = evaluated(expression.operand);
      const number = numberOf(value);
      return number === null ? computed() : plain(-number, value.kind === 'plain' && value.isFloat);
    }
    case 'conditional':
      return conditional(expression, scope, machine);
    case 'lambda':
      return {
        ...{ kind: 'function', name: '<lambda>', parameters: expression.parameters, definition: null },
        ...{ body: [], result: expression.body, scope, self: null },
        defaults: new Map(
          expression.parameters.flatMap(({ name, fallback }) =>
            fallback === null ? [] : [[name, evaluated(fallback)] as const],
          ),
        ),
      };
    case 'named': {
      const value = evaluated(expression.value);
      machine.assign(
        {
          kind: 'name',
          name: expression.name,
          start: expression.start,
          end: expression.end,
          line: expression.line,
        },
        value,
        scope,
      );
      return value;
    }
    case 'spread':
    case 'await':
      return evaluated(expression.value);
    case 'comprehension':
      return comprehension(expression, scope, machine);
    case 'slice':
    case 'ellipsis':
    case 'unknown':
      return computed();
  }
}

export function argumentsOf(
  list: readonly Argument[],
  scope: Scope,
  machine: Interpreter,
  span: Expression,
): CallArguments {
  const site = { path: scope.module.path, line: span.line };
  const positional: Value[] = [];
  const keywords = new Map<string, Value>();
  const codes = new Map<number | string, Expression>();
  let isOpen = false;
  for (const { name, spread, value } of list) {
    const given = machine.evaluate(value, scope);
    if (spread === 'items') {
      const items = machine.elements(given, site);
      if (items === null) isOpen = true;
      else positional.push(...items.slice(0, mostItems));
    } else if (spread === 'dict') {
      if (given.kind !== 'dict') isOpen = true;
      else for (const { key, value: inner } of given.entries.values()) keywords.set(textOf(key) ?? '', inner);
    } else {
      codes.set(name ?? positional.length, value);
      if (name === null) positional.push(given);
      else keywords.set(name, given);
    }
  }
  const code = (which: number | string): string | null => {
    const found = codes.get(which);
    return found === undefined ? null : codeOf(scope.module, found);
  };
  return { positional, keywords, isOpen, site, code };
}

function spreadItems(items: readonly Expression[], scope: Scope, machine: Interpreter): Value[] {
  return items.flatMap((item) => {
    const value = machine.evaluate(item, scope);
    if (item.kind !== 'spread') return [value];
    return (
      machine.elements(value, { path: scope.module.path, line: item.line })?.slice(0, mostItems) ?? [unknown]
    );
  });
}

/** An f-string: its text if all parts are known. */
function formatted(
  parts: readonly (string | Expression)[],
  scope: Scope,
  machine: Interpreter,
): Value | null {
  const values = parts.map((part) =>
    typeof part === 'string' ? plain(part) : machine.evaluate(part, scope),
  );
  const texts = values.map((value) => shownText(value));
  const whole = texts.join('');
  return texts.every((text) => text !== null) && whole.length <= mostCharacters ? plain(whole) : null;
}

function dictionary(
  expression: Extract<Expression, { kind: 'dict' }>,
  scope: Scope,
  machine: Interpreter,
): Value {
  const dict = dictOf([]);
  for (const { key, value } of expression.entries) {
    const given = machine.evaluate(value, scope);
    if (key === null) {
      if (given.kind === 'dict') for (const [text, entry] of given.entries) dict.entries.set(text, entry);
      continue;
    }
    const name = machine.evaluate(key, scope);
    const text = keyOf(name);
    if (text !== null) dict.entries.set(text, { key: name, value: given });
  }
  return dict;
}

/** `a or b` and `a and b`. */
function either(
  expression: Extract<Expression, { kind: 'boolean' }>,
  scope: Scope,
  machine: Interpreter,
): Value {
  const left = machine.evaluate(expression.left, scope);
  const { truth, terms } = machine.testOf(left);
  const isOr = expression.operator === 'or';
  if (truth !== null && left.kind !== 'subject')
    return truth === isOr ? left : machine.evaluate(expression.right, scope);
  const right = machine.inCase(isOr ? terms.whenFalse : terms.whenTrue, () =>
    machine.evaluate(expression.right, scope),
  );
  // `os.environ.get('X', '') or 'default'` says more of the read than a later `value or 'default'`.
  if (isOr) return join(left, right, expression.left.kind === 'call');
  return left.kind === 'subject' && right.kind !== 'subject' ? right : join(right, left);
}

function conditional(
  expression: Extract<Expression, { kind: 'conditional' }>,
  scope: Scope,
  machine: Interpreter,
): Value {
  const { truth, terms } = machine.test(expression.test, scope);
  if (truth !== null) return machine.evaluate(truth ? expression.consequence : expression.otherwise, scope);
  const consequence = machine.inCase(terms.whenTrue, () => machine.evaluate(expression.consequence, scope));
  return join(
    consequence,
    machine.inCase(terms.whenFalse, () => machine.evaluate(expression.otherwise, scope)),
    false,
  );
}
