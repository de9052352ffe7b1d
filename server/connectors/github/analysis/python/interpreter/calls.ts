import { dictOf, itemsOf, plain, unknown } from '../values/make';
import type { NamedScope } from '../values/scope';
import type {
  CallArguments,
  ClassValue,
  FunctionValue,
  InstanceValue,
  Interpreter,
  Value,
} from '../values/value';
import { assignedNames, classMember, isEnum, libraryBases, lineOf, memberBy } from './classes';

/** Gives the parameters of a function their values, and their names to inputs that lack one. */
export function bind(callee: FunctionValue, args: CallArguments, scope: NamedScope): void {
  const { parameters, defaults } = callee;
  const positional = callee.self === null ? args.positional : [callee.self, ...args.positional];
  const keywords = new Map(args.keywords);
  let at = 0;
  for (const { name, kind } of parameters) {
    if (kind === 'items') {
      scope.set(name, itemsOf(positional.slice(at), 'tuple'));
      at = positional.length;
    } else if (kind === 'dict') {
      scope.set(name, dictOf([...keywords].map(([key, value]) => [plain(key), value] as const)));
    } else {
      const placed = kind === 'plain' && at < positional.length ? positional[at++] : undefined;
      const value = placed ?? keywords.get(name);
      keywords.delete(name);
      scope.set(
        name,
        value === undefined && args.isOpen ? unknown : (value ?? defaults.get(name) ?? unknown),
      );
      if (value !== undefined) nameSubject(value, name);
    }
  }
}

/** An input without a name of its own takes that of the first variable that holds it. */
export function nameSubject(value: Value, name: string): void {
  if (name === '_') return;
  if (value.kind === 'subject') value.draft.key ??= name;
  if (value.kind === 'test' && value.test.of !== null) value.test.of.key ??= name;
  if (value.kind === 'thing') value.thing.named?.(name);
}

/** Makes an instance of a class of the repository. */
export function construct(value: ClassValue, args: CallArguments, machine: Interpreter): Value {
  if (isEnum(value)) return enumMember(value, args);
  const instance: InstanceValue = { kind: 'instance', of: value, fields: new Map() };
  const init = classMember(value, '__init__');
  if (init?.kind === 'function') machine.call({ ...init, self: instance }, args);
  else fillFields(value, instance, args, machine);
  const after = classMember(value, '__post_init__');
  if (after?.kind === 'function')
    machine.call({ ...after, self: instance }, { ...args, positional: [], keywords: new Map() });
  return instance;
}

function enumMember(value: ClassValue, { positional: [given] }: CallArguments): Value {
  if (given?.kind === 'subject') {
    given.draft.choices ??= elementsOfEnum(value);
    return given;
  }
  return (given === undefined ? null : memberBy(value, given, 'value')) ?? unknown;
}

function elementsOfEnum(value: ClassValue): (string | number)[] | null {
  const values = [...value.scope.names.values()].flatMap((member) =>
    member.kind === 'plain' && (typeof member.value === 'string' || typeof member.value === 'number')
      ? [member.value]
      : [],
  );
  return values.length === 0 ? null : values;
}

/** The fields of a data class: what is given for them, or their defaults. */
function fillFields(
  value: ClassValue,
  instance: InstanceValue,
  args: CallArguments,
  machine: Interpreter,
): void {
  const isData = value.definition.decorators.some((decorator) =>
    /dataclass/.test(
      decorator.kind === 'call' && decorator.callee.kind === 'name'
        ? decorator.callee.name
        : decorator.kind === 'name'
          ? decorator.name
          : decorator.kind === 'attribute'
            ? decorator.name
            : '',
    ),
  );
  const isRecord = libraryBases(value).some((name) => /(^|\.)(NamedTuple|BaseModel)$/.test(name));
  if (!isData && !isRecord) return;
  let at = 0;
  for (const one of lineOf(value).reverse()) {
    for (const { name, statement } of assignedNames(one.definition.body)) {
      if (statement.annotation === null) continue;
      const given = args.keywords.get(name) ?? args.positional[at++];
      const fallback = one.scope.names.get(name);
      const factory =
        fallback?.kind === 'thing' ? fallback.thing.attribute?.('default_factory', machine, args.site) : null;
      const made =
        factory === null || factory === undefined
          ? fallback
          : machine.call(factory, { ...args, positional: [], keywords: new Map() });
      const field = given ?? made;
      if (field !== undefined) instance.fields.set(name, field);
      if (given !== undefined) nameSubject(given, name);
    }
  }
}
