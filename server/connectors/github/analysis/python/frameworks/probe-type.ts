import type { Site } from '../../values/draft';
import { isEnum, membersOf } from '../interpreter/classes';
import { settleBoolean } from '../result/types';
import { Draft } from '../values/draft';
import { jsonOf, subjectOf } from '../values/make';
import type { Interpreter, Value } from '../values/value';

/**
 * Finds out what a function that converts a text takes and makes, by following a text through it: `int`, `json.loads`, a
 * function of the repository, or a lambda.
 */
export function probeType(type: Value, draft: Draft, machine: Interpreter, site: Site): void {
  if (type.kind === 'class' && isEnum(type)) {
    draft.choices ??= valuesOf(type);
    return;
  }
  const probe = new Draft(site, 'type', true);
  machine.inCase(null, () =>
    machine.call(type, {
      positional: [subjectOf(probe)],
      keywords: new Map(),
      isOpen: false,
      site,
      code: () => null,
    }),
  );
  settleBoolean(probe, false);
  draft.typeId ??= probe.typeId;
  draft.isList ||= probe.isList;
  draft.divider ??= probe.divider;
  draft.booleans ??= probe.booleans;
  draft.choices ??= probe.choices;
  draft.isFile ||= probe.isFile;
}

const valuesOf = (type: Extract<Value, { kind: 'class' }>): (string | number)[] | null =>
  closedValues(membersOf(type));

/** Choices as literals; null if some of them can't be told. */
export function closedValues(values: readonly Value[]): (string | number)[] | null {
  const literals = values.map((value) => jsonOf(value));
  const closed = literals.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [value] : [],
  );
  return closed.length === literals.length && closed.length > 0 ? closed : null;
}
