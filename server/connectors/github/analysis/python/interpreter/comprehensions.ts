import { mostItems } from '../../limits';
import type { Expression } from '../syntax/ast';
import { dictOf, itemsOf, plainTest, subjectOf, thingOf, unknown } from '../values/make';
import type { Interpreter, Need, Scope, Value } from '../values/value';

export function comprehension(
  expression: Extract<Expression, { kind: 'comprehension' }>,
  scope: Scope,
  machine: Interpreter,
): Value {
  const made: [Value, Value][] = [];
  let isKnown = true;
  const missing: Need[] = [];
  const walk = (at: number): void => {
    const clause = expression.clauses[at];
    if (made.length >= mostItems || !machine.spend()) return;
    if (clause === undefined) {
      const key = machine.evaluate(expression.element, scope);
      made.push([key, expression.value === null ? key : machine.evaluate(expression.value, scope)]);
      return;
    }
    if (clause.target === null) {
      const { truth, missing: needs } = machine.test(clause.value, scope);
      if (truth === null) isKnown = false;
      missing.push(...needs.whenTrue.slice(0, 50));
      if (truth !== false) walk(at + 1);
      return;
    }
    const iterable = machine.evaluate(clause.value, scope);
    const elements = machine.elements(iterable, { path: scope.module.path, line: clause.value.line });
    if (elements === null) isKnown = false;
    for (const element of elements?.slice(0, mostItems) ?? [unknown]) {
      machine.assign(clause.target, element, scope);
      walk(at + 1);
    }
  };
  walk(0);
  const [first] = made;
  if (made.length === 1 && first?.[0].kind === 'subject' && first[0].part === 'element')
    return subjectOf(first[0].draft, 'parts');
  // A list of what is missing, such as `[name for name in names if not os.environ.get(name)]`.
  if (!isKnown && missing.length > 0)
    return thingOf({ test: () => ({ ...plainTest(null), missing: { whenTrue: missing, whenFalse: [] } }) });
  if (!isKnown) return unknown;
  return expression.form === 'dict'
    ? dictOf(made)
    : itemsOf(
        made.map(([key]) => key),
        expression.form,
      );
}
