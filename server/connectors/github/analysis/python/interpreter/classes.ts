import type { Statement } from '../syntax/ast';
import { keyOf, plain, textOf } from '../values/make';
import type { ClassValue, Value } from '../values/value';

const enums = new Set(['Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag']);

/** A class and those that it is made from, its own first. Cycles and deep trees are cut off. */
export function lineOf(value: ClassValue, depth = 0): ClassValue[] {
  if (depth > 10) return [value];
  return [value, ...value.bases.flatMap((base) => (base.kind === 'class' ? lineOf(base, depth + 1) : []))];
}

/** The names of the library's classes that a class is made from. */
export const libraryBases = (value: ClassValue): string[] =>
  lineOf(value).flatMap(({ bases }) => bases.flatMap((base) => (base.kind === 'library' ? [base.name] : [])));

export const isEnum = (value: ClassValue): boolean =>
  libraryBases(value).some((name) => enums.has(name.split('.').at(-1) ?? ''));

/** The members of an Enum, in the order of the code. */
export function membersOf(value: ClassValue): Extract<Value, { kind: 'member' }>[] {
  const isText = libraryBases(value).some((name) => name.endsWith('StrEnum'));
  const members: Extract<Value, { kind: 'member' }>[] = [];
  for (const { name } of assignedNames(value.definition.body)) {
    const found = value.scope.names.get(name);
    if (found === undefined || name.startsWith('_') || found.kind === 'function') continue;
    const isAuto = found.kind === 'unknown' && /\bauto\(\)$/.test(found.code ?? '');
    const auto = isText ? plain(name.toLowerCase()) : plain(members.length + 1);
    members.push({ kind: 'member', of: value, name, value: isAuto ? auto : found });
  }
  return members;
}

/** The names that statements assign, each with its annotation, in order. */
export function assignedNames(
  body: readonly Statement[],
): { name: string; statement: Extract<Statement, { kind: 'assign' }> }[] {
  return body.flatMap((statement) =>
    statement.kind === 'assign'
      ? statement.targets.flatMap((target) =>
          target.kind === 'name' ? [{ name: target.name, statement }] : [],
        )
      : [],
  );
}

/** The member of an Enum that has a value, or a name. */
export function memberBy(value: ClassValue, given: Value, by: 'name' | 'value'): Value | null {
  const members = membersOf(value);
  if (by === 'name') return members.find(({ name }) => name === textOf(given)) ?? null;
  return members.find((member) => keyOf(member.value) === keyOf(given)) ?? null;
}

/** Finds a name in a class or in those that it is made from. */
export function classMember(value: ClassValue, name: string): Value | undefined {
  for (const one of lineOf(value)) {
    const found = one.scope.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
