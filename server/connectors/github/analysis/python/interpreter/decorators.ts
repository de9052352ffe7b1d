import type { Expression } from '../syntax/ast';
import type { FunctionValue, Interpreter, Scope, Value } from '../values/value';

/** A function under its decorators. What isn't known of them leaves it as it is. */
export function decorated(
  value: FunctionValue,
  decorators: readonly Expression[],
  scope: Scope,
  machine: Interpreter,
): Value {
  let result: Value = value;
  for (const decorator of [...decorators].reverse()) {
    if (decorator.kind === 'name' && /^(property|staticmethod|classmethod)$/.test(decorator.name)) continue;
    const callee = machine.evaluate(decorator, scope);
    const site = { path: scope.module.path, line: decorator.line };
    const args = {
      positional: [result],
      keywords: new Map<string, Value>(),
      isOpen: false,
      site,
      code: () => null,
    };
    const made = machine.call(callee, args);
    if (made.kind !== 'unknown' && !(made.kind === 'plain' && made.value === null)) result = made;
  }
  return result;
}
