import { assignedNames, lineOf } from '../../interpreter/classes';
import { readAnnotation } from '../../signature/annotation';
import { takeType } from '../../signature/parameters';
import { codeOf, type Statement } from '../../syntax/ast';
import type { Draft } from '../../values/draft';
import { argument, none, subjectOf, textOf, thingOf, unknown } from '../../values/make';
import type {
  CallArguments,
  ClassValue,
  InstanceValue,
  Interpreter,
  NativeCall,
  Thing,
  Value,
} from '../../values/value';
import { Variables } from './variables';

/** `Field(default, alias=…)` of pydantic, and `field(default=…)` of data classes. */
class Field implements Thing {
  constructor(readonly args: CallArguments) {}

  attribute(name: string): Value | null {
    return this.args.keywords.get(name) ?? null;
  }
}

export const fieldCalls: [string, NativeCall][] = [
  ['pydantic.Field', (args) => thingOf(new Field(args))],
  ['pydantic.fields.Field', (args) => thingOf(new Field(args))],
  ['dataclasses.field', (args) => thingOf(new Field(args))],
  ['pydantic.AliasChoices', ({ positional: [first] }) => first ?? unknown],
  [
    'pydantic_settings.SettingsConfigDict',
    ({ keywords }, machine) =>
      machine.call(
        { kind: 'library', name: 'dict' },
        { positional: [], keywords, isOpen: false, site: { path: '', line: 0 }, code: () => null },
      ),
  ],
  [
    'pydantic.ConfigDict',
    ({ keywords }, machine) =>
      machine.call(
        { kind: 'library', name: 'dict' },
        { positional: [], keywords, isOpen: false, site: { path: '', line: 0 }, code: () => null },
      ),
  ],
];

/**
 * The variables that an instance of settings reads: one for each of its fields.
 *
 * @see https://docs.pydantic.dev/latest/concepts/pydantic_settings/
 */
export function readSettings(value: ClassValue, args: CallArguments, machine: Interpreter): Value {
  const instance: InstanceValue = { kind: 'instance', of: value, fields: new Map() };
  const prefix = configOf(value, 'env_prefix', args, machine);
  for (const one of lineOf(value).reverse()) {
    for (const { name, statement } of assignedNames(one.definition.body)) {
      if (statement.annotation === null || name === 'model_config' || name.startsWith('_')) continue;
      const given = args.keywords.get(name);
      instance.fields.set(name, given ?? readField(one, name, statement, prefix, machine));
    }
  }
  return instance;
}

function configOf(value: ClassValue, key: string, { site }: CallArguments, machine: Interpreter): string {
  for (const one of lineOf(value)) {
    const config = one.scope.names.get('model_config');
    const found = config?.kind === 'dict' ? config.entries.get(JSON.stringify(key))?.value : undefined;
    const inner = one.scope.names.get('Config');
    const old = inner?.kind === 'class' ? machine.attribute(inner, key, site) : undefined;
    const text = textOf(found) ?? textOf(old);
    if (text !== null) return text;
  }
  return '';
}

function readField(
  one: ClassValue,
  name: string,
  statement: Extract<Statement, { kind: 'assign' }>,
  prefix: string,
  machine: Interpreter,
): Value {
  const { module } = one.scope;
  const site = { path: module.path, line: statement.line };
  const declared = one.scope.names.get(name);
  const field = declared?.kind === 'thing' && declared.thing instanceof Field ? declared.thing.args : null;
  const type =
    statement.annotation === null ? null : readAnnotation(statement.annotation, one.scope, machine);
  const factory = field?.keywords.get('default_factory');
  const fallback = field === null ? declared : (argument(field, 'default', 0) ?? factory);
  const isRequired = fallback === undefined || (fallback.kind === 'unknown' && fallback.code === '...');
  const alias =
    textOf(field?.keywords.get('validation_alias')) ??
    textOf(field?.keywords.get('alias')) ??
    textOf(field?.keywords.get('env'));
  const variable = (alias ?? prefix + name).toUpperCase();
  const code =
    field === null
      ? statement.value === null
        ? null
        : codeOf(module, statement.value)
      : (field.code('default') ?? field.code('default_factory'));
  const read = machine.stateOf(Variables).read(
    {
      ...{
        name: { kind: 'plain', value: variable, isFloat: false },
        nameCode: null,
        what: 'BaseSettings',
        site,
      },
      ...{ fallback: isRequired ? undefined : (fallback ?? none), fallbackCode: code, isStrict: isRequired },
    },
    machine,
  );
  if (read.kind !== 'subject' || type === null) return read;
  const { draft } = read;
  draft.description ??= textOf(field?.keywords.get('description'));
  takeField(draft, type, field);
  return subjectOf(draft);
}

function takeField(draft: Draft, type: ReturnType<typeof readAnnotation>, field: CallArguments | null): void {
  if (draft.typeId !== null || draft.isList || draft.choices !== null) return;
  takeType(draft, type);
  draft.description ??= textOf(field?.keywords.get('title'));
  draft.booleans ??= ['true', 'false'];
}
