import type { Site } from '../../values/draft';
import { dictMethod, listMethod, subjectMethod, textMethod } from '../builtins/methods';
import { dictOf, plain, textOf, unknown } from '../values/make';
import type { ClassValue, FunctionValue, InstanceValue, Interpreter, Value } from '../values/value';
import { classMember, isEnum, membersOf } from './classes';

/** `object.name` */
export function attributeOf(object: Value, name: string, site: Site, machine: Interpreter): Value {
  switch (object.kind) {
    case 'module':
      return moduleAttribute(object, name);
    case 'library':
      return { kind: 'library', name: `${object.name}.${name}` };
    case 'class':
      return classAttribute(object, name);
    case 'instance':
      return instanceAttribute(object, name, site, machine);
    case 'member':
      if (name === 'value') return object.value;
      if (name === 'name') return plain(object.name);
      return attributeOf(object.value, name, site, machine);
    case 'function':
      if (name === '__name__') return plain(object.name);
      if (name === '__doc__') return plain(object.definition?.docstring ?? null);
      return unknown;
    case 'plain': {
      const text = textOf(object);
      return (text === null ? null : textMethod(text, name)) ?? unknown;
    }
    case 'items':
      return listMethod(object, name) ?? unknown;
    case 'dict':
      return dictMethod(object, name) ?? unknown;
    case 'subject':
      return subjectMethod(object, name) ?? unknown;
    case 'thing':
      return object.thing.attribute?.(name, machine, site) ?? unknown;
    case 'typed':
      if (name === 'parent' || name === 'resolve' || name === 'absolute') return unknown;
      return unknown;
    default:
      return unknown;
  }
}

function moduleAttribute({ scope }: Extract<Value, { kind: 'module' }>, name: string): Value {
  if (name === '__doc__') return plain(scope.module.docstring);
  return scope.names.get(name) ?? unknown;
}

function classAttribute(value: ClassValue, name: string): Value {
  if (isEnum(value)) {
    const members = membersOf(value);
    if (name === '__members__') return dictOf(members.map((member) => [plain(member.name), member] as const));
    const member = members.find((one) => one.name === name);
    if (member !== undefined) return member;
  }
  if (name === '__doc__') return plain(value.definition.docstring);
  if (name === '__name__') return plain(value.definition.name);
  const found = classMember(value, name);
  // What a class method gets as its first argument is the class.
  if (found?.kind === 'function' && isDecorated(found, 'classmethod')) return { ...found, self: value };
  return found ?? unknown;
}

function instanceAttribute(instance: InstanceValue, name: string, site: Site, machine: Interpreter): Value {
  const field = instance.fields.get(name);
  if (field !== undefined) return field;
  if (name === '__class__') return instance.of;
  const found = classAttribute(instance.of, name);
  if (found.kind !== 'function') return found;
  if (isDecorated(found, 'staticmethod') || found.self !== null) return found;
  const bound: FunctionValue = { ...found, self: instance };
  if (!isDecorated(found, 'property') && !isDecorated(found, 'cached_property')) return bound;
  return machine.call(bound, { positional: [], keywords: new Map(), isOpen: false, site, code: () => null });
}

export const isDecorated = ({ definition }: FunctionValue, name: string): boolean =>
  definition?.decorators.some(
    (decorator) =>
      (decorator.kind === 'name' && decorator.name === name) ||
      (decorator.kind === 'attribute' && decorator.name === name),
  ) ?? false;

/** The elements of a value, in order; null if they can't be told. */
export function elementsOf(value: Value, site: Site, machine: Interpreter): Value[] | null {
  switch (value.kind) {
    case 'items':
      return [...value.items];
    case 'dict':
      return [...value.entries.values()].map(({ key }) => key);
    case 'class':
      return isEnum(value) ? membersOf(value) : null;
    case 'subject':
      // A list that is walked has this one element over and over.
      return value.part === 'parts' || value.draft.isList ? [{ ...value, part: 'element' }] : null;
    case 'thing':
      return value.thing.elements?.(machine, site) ?? null;
    case 'plain': {
      const text = textOf(value);
      return text === null || text.length > 200 ? null : [...text].map((letter) => plain(letter));
    }
    default:
      return null;
  }
}
