import { codeOf, type Expression } from '../syntax/ast';
import { baseConstants } from '../syntax/literals';
import { ended, nothing, plain, textsOf, unknownCode } from '../values/make';
import { type Scope, siteOf, type Value } from '../values/value';
import { evaluateCall } from './calls';
import { indexed, memberOf } from './index-into';
import { runFor, runWhile } from './loops';
import { evaluateBinary, evaluateUnary } from './operators';
import type { Runner } from './runner';

export function evaluate(expression: Expression, scope: Scope, machine: Runner): Value {
  switch (expression.kind) {
    case 'text':
    case 'logical':
      return plain(expression.value);
    case 'number':
      return plain(
        expression.value,
        expression.isWhole ? 'integer' : expression.isFraction ? 'numeric' : null,
      );
    case 'null':
      return nothing;
    case 'na':
      return { kind: 'na', typeId: expression.typeId };
    case 'name':
      return named(expression.name, scope, machine);
    case 'call':
      return evaluateCall(expression, scope, machine);
    case 'index':
      return indexed(expression, scope, machine);
    case 'member': {
      const object = machine.evaluate(expression.object, scope);
      return memberOf(object, expression.name, siteOf(expression), codeOf(expression), machine);
    }
    case 'binary':
      return evaluateBinary(expression, scope, machine);
    case 'unary':
      return evaluateUnary(expression, scope, machine);
    case 'assign': {
      const value = machine.evaluate(expression.value, scope);
      if (value.kind !== 'ended')
        machine.assign(
          expression.target,
          value,
          expression.isOuter ? outer(expression.target, scope) : scope,
        );
      return value;
    }
    case 'function':
      return { kind: 'function', name: null, definition: expression, scope };
    case 'block':
      return machine.run(expression.body, scope);
    case 'if': {
      const { test, consequence, alternative } = expression;
      const value = machine.evaluate(test, scope);
      if (value.kind === 'ended') return value;
      return machine.branch(
        machine.testOf(value),
        () => machine.evaluate(consequence, scope),
        () => (alternative === null ? nothing : machine.evaluate(alternative, scope)),
      );
    }
    case 'for':
      return runFor(expression, scope, machine);
    case 'while':
      return runWhile(expression, scope, machine);
    case 'break':
    case 'next':
      return ended(expression.kind);
    default:
      return unknownCode(codeOf(expression));
  }
}

function named(name: string, scope: Scope, machine: Runner): Value {
  const value = machine.lookup(name, scope);
  if (value?.kind === 'thing') return value.thing.narrowed?.(machine) ?? value;
  if (value !== undefined) return value;
  const constant = baseConstants[name];
  if (constant === undefined) return machine.undefinedName(name) ?? { kind: 'library', name };
  return typeof constant === 'object' ? textsOf(constant) : plain(constant);
}

/** Where `<<-` looks for the name. */
function outer(target: Expression, scope: Scope): Scope {
  const name = target.kind === 'name' ? target.name : null;
  let at = scope.parent ?? scope;
  while (at.parent !== null && (name === null || at.names.get(name) === undefined)) at = at.parent;
  return at;
}
