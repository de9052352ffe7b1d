import type { Handler, Statement } from '../syntax/ast';
import { join } from '../values/join';
import { unknown } from '../values/make';
import type { Changes, NamedScope } from '../values/scope';
import type { Completion, Need } from '../values/value';
import { isComplaint, merge } from './branches';
import type { Runner } from './runner';

/** Errors that come up when something is missing. */
const lacking = /^(KeyError|IndexError|LookupError|ValueError|Exception|BaseException)$/;

function catchesLack({ type }: Handler): boolean {
  if (type === null) return true;
  const types = type.kind === 'items' ? type.items : [type];
  return types.some((item) => item.kind === 'name' && lacking.test(item.name));
}

export function runTry(
  statement: Extract<Statement, { kind: 'try' }>,
  scope: NamedScope,
  machine: Runner,
): Completion {
  const catching = statement.handlers.filter(catchesLack);
  let needs: Need[] = [];
  const work = (): Completion => {
    const end = machine.run(statement.body, scope);
    return end === 'next' ? machine.run(statement.otherwise, scope) : end;
  };
  const { changes, result } = machine.history.branch(() => {
    if (catching.length === 0) return work();
    const tried = machine.tryOut(work);
    needs = tried.needs;
    return tried.result;
  });
  const handled = statement.handlers.map((handler) => ({
    handler,
    ...machine.history.branch(() => {
      if (handler.name !== null) scope.set(handler.name, unknown);
      // What is done about an error isn't what the script usually asks for.
      return machine.inCase(catchesLack(handler) ? [] : null, () => machine.run(handler.body, scope));
    }),
  }));
  const isCaught = handled.some(
    ({ handler, result: end }) =>
      catching.includes(handler) && end !== 'fail' && !(end === 'return' && isComplaint(handler.body)),
  );
  if (!isCaught) for (const need of needs) machine.need(need, true);
  const after = handled.filter(({ result: end }) => end === 'next').map((one) => one.changes);
  mergeTry([changes, ...after]);
  const last = machine.run(statement.finally, scope);
  if (last !== 'next') return last;
  return after.length > 0 && result !== 'break' ? 'next' : result;
}

/** The names of `try` keep their values, joined with those that handlers give them. */
function mergeTry([body, ...handlers]: readonly Changes[]): void {
  if (body !== undefined) merge([body], false);
  for (const changes of handlers)
    for (const [scope, names] of changes)
      for (const [name, value] of names) {
        const joined = join(body?.get(scope)?.get(name), value);
        scope.set(name, joined);
      }
}
