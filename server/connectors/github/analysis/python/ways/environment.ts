import type { Node } from 'web-tree-sitter';
import { newInput, plainText, pythonChoice } from '../../new-input';
import type { ScriptInput } from '../../script';
import { isOfALauncher, isOfTheSystem } from '../../words';

import { argumentsOf, calledName, childrenOf, dottedName, lastName, lineOf, shortCode } from '../code/nodes';
import type { PythonProject } from '../code/project';
import { annotatedType, typeOfValue } from '../code/types';
import { constantOf, type Scope } from '../code/values';

const READS = /^(os\.)?(getenv|environ\.get|environ\.setdefault)$|^environ\.get$/;
/** Libraries whose calls read a variable by the name of their first argument. */
const LIBRARIES = /^(config|env|env\.\w+|environ\.\w+|decouple\.config)$/;
const libraryTypes: Readonly<Record<string, string>> = {
  int: 'int',
  bool: 'bool',
  float: 'float',
  str: 'str',
  list: 'list[str]',
  json: 'dict',
  dict: 'dict',
  url: 'str',
  path: 'Path',
  decimal: 'Decimal',
  date: 'date',
  datetime: 'datetime',
};

/** The variables that a script and what it imports read, in the order of the code. */
export function readEnvironment(project: PythonProject): ScriptInput[] {
  const inputs = new Map<string, ScriptInput>();
  const add = (input: ScriptInput | null): void => {
    if (input === null || isOfTheSystem(input.key)) return;
    const known = inputs.get(input.key);
    if (known === undefined) inputs.set(input.key, input);
    else if (!input.isRequired || input.defaultValue !== null) {
      inputs.set(input.key, {
        ...known,
        isRequired: false,
        defaultValue: known.defaultValue ?? input.defaultValue,
      });
    }
  };
  for (const module of project.all()) {
    const scope: Scope = { project, module, locals: new Map() };
    for (const owner of module.classes.values())
      if (owner.bases.some((base) => /BaseSettings$/.test(base)))
        for (const input of settingsOf(owner.node, scope)) add(input);
    for (const node of module.root.descendantsOfType(['call', 'subscript']))
      if (node !== null) add(readAt(node, scope));
  }
  return [...inputs.values()];
}

function readAt(node: Node, scope: Scope): ScriptInput | null {
  if (node.type === 'subscript') {
    if (!/^(os\.)?environ$/.test(node.childForFieldName('value')?.text ?? '') || isTarget(node)) return null;
    const name = constantOf(node.childForFieldName('subscript'), scope);
    return typeof name === 'string' ? inputOf(node, name, null, scope, { isRequired: true }) : null;
  }
  const name = calledName(node);
  const { positional, named } = argumentsOf(node);
  const key = constantOf(positional[0] ?? named.get('key'), scope);
  if (typeof key !== 'string' || !/^[A-Za-z_]\w*$/.test(key)) return null;
  if (READS.test(name)) return inputOf(node, key, positional[1] ?? named.get('default') ?? null, scope, {});
  const isLibrary =
    LIBRARIES.test(name) &&
    /\b(decouple|environs|environ)\b/.test(scope.module.root.text) &&
    key === key.toUpperCase();
  if (isLibrary) {
    const fallback = named.get('default') ?? positional[1] ?? null;
    const cast = named.get('cast')?.text ?? (name.includes('.') ? lastName(name) : '');
    return inputOf(node, key, fallback, scope, { typeId: libraryTypes[cast], isRequired: fallback === null });
  }
  return wrapped(node, key, scope);
}

/** A call of a function of ours that reads the variable of the name that it gets. */
function wrapped(call: Node, key: string, scope: Scope): ScriptInput | null {
  const name = calledName(call);
  const fn = name === '' ? undefined : scope.project.findFunction(scope.module, name);
  const body = fn?.node.childForFieldName('body') ?? null;
  if (fn === undefined || body === null) return null;
  const parameters = childrenOf(fn.node.childForFieldName('parameters')).map((each) =>
    each.type === 'identifier'
      ? each.text
      : ((each.childForFieldName('name') ?? each.namedChild(0))?.text ?? ''),
  );
  const [first = ''] = parameters;
  if (
    first === '' ||
    !new RegExp(`(getenv|environ\\.get)\\(\\s*${first}\\b|environ\\[\\s*${first}\\s*\\]`).test(body.text)
  )
    return null;
  const { positional, named } = argumentsOf(call);
  const own = childrenOf(fn.node.childForFieldName('parameters'))[1]?.childForFieldName('value') ?? null;
  const fallback = positional[1] ?? [...named.values()][0] ?? own;
  const inside = { ...scope, module: fn.module };
  const returned = annotatedType(fn.node.childForFieldName('return_type'), inside)?.typeId;
  const { text } = body;
  const guessed = /\bint\(/.test(text)
    ? 'int'
    : /['"]true['"]/i.test(text)
      ? 'bool'
      : /\bfloat\(/.test(text)
        ? 'float'
        : /\.split\(/.test(text)
          ? 'list[str]'
          : undefined;
  const stops = fallback === null && /\braise\b|exit\(/.test(text);
  return inputOf(call, key, fallback, scope, {
    typeId: returned === 'str' ? (guessed ?? returned) : (returned ?? guessed),
    isRequired: stops,
  });
}

interface Told {
  typeId?: string | undefined;
  isRequired?: boolean;
}

function inputOf(
  node: Node,
  key: string,
  given: Node | null,
  scope: Scope,
  { typeId, isRequired = false }: Told,
): ScriptInput {
  const use = surroundingsOf(node, scope);
  const fallbackNode = given ?? use.fallback;
  const fallback = constantOf(fallbackNode, scope);
  const type = typeId ?? use.typeId ?? (typeof fallback === 'string' ? null : typeOfValue(fallback)) ?? 'str';
  const required = !isOfALauncher(key) && (isRequired || use.isChecked) && fallbackNode === null;
  return newInput({
    key,
    typeId: type,
    isRequired: required,
    defaultValue: fallback === undefined ? null : typedDefault(fallback, type),
    defaultExpression: fallbackNode !== null && fallback === undefined ? shortCode(fallbackNode) : null,
    passing: {
      by: 'environment',
      name: key,
      text: plainText(use.booleans, type.startsWith('list') ? ',' : null),
    },
    from: {
      path: scope.module.path,
      line: lineOf(node),
      what: node.type === 'subscript' ? 'os.environ' : calledName(node),
    },
  });
}

/** The text of a variable is a number or a yes where the code makes one of it. */
function typedDefault(fallback: NonNullable<ReturnType<typeof constantOf>> | null, type: string) {
  if (typeof fallback !== 'string') return fallback;
  if (type === 'bool') return /^(1|true|yes|on|y)$/i.test(fallback);
  if (type === 'int' || type === 'float')
    return fallback.trim() === '' || Number.isNaN(Number(fallback)) ? null : Number(fallback);
  if (type.startsWith('list')) return fallback === '' ? [] : fallback.split(',').map((each) => each.trim());
  return fallback;
}

interface Surroundings {
  typeId: string | null;
  fallback: Node | null;
  isChecked: boolean;
  booleans: [string, string];
}

/** What the code makes of a variable: a number, a yes, a list; what it takes without one; and whether it stops then. */
function surroundingsOf(node: Node, scope: Scope): Surroundings {
  const use: Surroundings = { typeId: null, fallback: null, isChecked: false, booleans: ['true', 'false'] };
  let at = node;
  for (let depth = 0; depth < 8; depth += 1) {
    const { parent } = at;
    if (parent === null) break;
    if (parent.type === 'argument_list') {
      const name = parent.parent === null ? '' : calledName(parent.parent);
      const known: Readonly<Record<string, string>> = {
        int: 'int',
        float: 'float',
        Path: 'Path',
        bool: 'bool',
        'json.loads': 'dict',
        Decimal: 'Decimal',
      };
      const type = known[name] ?? (lastName(name) === 'strtobool' ? 'bool' : undefined);
      if (type === undefined || childrenOf(parent)[0]?.id !== at.id) break;
      use.typeId = type;
      at = parent.parent ?? parent;
      continue;
    }
    if (
      parent.type === 'boolean_operator' &&
      parent.childForFieldName('left')?.id === at.id &&
      / or /.test(parent.text)
    )
      use.fallback = parent.childForFieldName('right');
    if (parent.type === 'comparison_operator') {
      const words = [...parent.text.matchAll(/['"](\w+)['"]/g)].map(([, word = '']) => word);
      const yes = words.find((word) => /^(1|true|yes|on|y)$/i.test(word));
      if (yes !== undefined && !/!=|not in/.test(parent.text)) {
        use.typeId = 'bool';
        use.booleans = [
          yes,
          yes === '1' ? '0' : yes === yes.toUpperCase() && /[A-Z]/.test(yes) ? 'FALSE' : 'false',
        ];
      }
    }
    if (parent.type === 'attribute') {
      const method = parent.childForFieldName('attribute')?.text;
      if (method === 'split') use.typeId = 'list[str]';
      if (!/^(lower|upper|strip|split|rstrip|casefold|lstrip)$/.test(method ?? '')) break;
    }
    if (parent.type === 'assignment') {
      const name = dottedName(parent.childForFieldName('left'));
      if (name !== '') readLaterUse(parent, name, use, scope);
      break;
    }
    if (
      !/^(attribute|call|boolean_operator|comparison_operator|parenthesized_expression|keyword_argument)$/.test(
        parent.type,
      )
    )
      break;
    at = parent;
  }
  return use;
}

/** What is done with the variable after it was read: `if not TOKEN: raise …`, `ORDER not in [...]`, `NAMES.split(',')`. */
function readLaterUse(assignment: Node, name: string, use: Surroundings, scope: Scope): void {
  let block = assignment.parent;
  while (block !== null && block.type !== 'block' && block.type !== 'module') block = block.parent;
  const later = childrenOf(block).filter(({ startIndex }) => startIndex > assignment.endIndex);
  const missing = new RegExp(`^(?:not\\s+${name}|${name}\\s+is\\s+None|${name}\\s*==\\s*(?:""|''))$`);
  for (const statement of later) {
    if (new RegExp(`\\b${name}\\.split\\(`).test(statement.text)) use.typeId ??= 'list[str]';
    if (statement.type !== 'if_statement') continue;
    const condition = statement.childForFieldName('condition');
    const stops = /\braise\b|exit\(/.test(statement.childForFieldName('consequence')?.text ?? '');
    if (condition === null || !stops) continue;
    if (missing.test(condition.text)) use.isChecked = true;
    const among = condition
      .descendantsOfType('comparison_operator')
      .find((each) => /\bnot in\b/.test(each?.text ?? ''));
    const [left, right] = childrenOf(among ?? null);
    const values = left?.text === name ? constantOf(right, scope) : undefined;
    if (Array.isArray(values)) use.typeId ??= pythonChoice(values);
  }
}

const isTarget = (node: Node): boolean =>
  /^(assignment|augmented_assignment|delete_statement)$/.test(node.parent?.type ?? '') &&
  node.parent?.childForFieldName('right')?.id !== node.id;

/** The fields of settings that pydantic reads from the environment. */
function settingsOf(owner: Node, scope: Scope): ScriptInput[] {
  const { text } = owner;
  const prefix = /env_prefix\s*[=:]\s*['"](\w*)['"]/.exec(text)?.[1] ?? '';
  return childrenOf(owner.childForFieldName('body')).flatMap((statement): ScriptInput[] => {
    const field = statement.type === 'expression_statement' ? statement.namedChild(0) : null;
    const annotation = field?.type === 'assignment' ? field.childForFieldName('type') : null;
    if (field === null || annotation === null) return [];
    const name = field.childForFieldName('left')?.text ?? '';
    if (name.startsWith('_') || name === 'model_config') return [];
    const right = field.childForFieldName('right');
    const isField = right?.type === 'call' && /Field$/.test(calledName(right));
    const { positional, named } = isField
      ? argumentsOf(right)
      : { positional: [], named: new Map<string, Node>() };
    const given = isField ? (positional[0] ?? named.get('default') ?? null) : right;
    const fallbackNode = given?.text === '...' ? null : given;
    const alias = constantOf(named.get('alias') ?? named.get('validation_alias') ?? named.get('env'), scope);
    const fallback = constantOf(fallbackNode, scope);
    const type = annotatedType(annotation, scope);
    const help = constantOf(named.get('description'), scope);
    const key = typeof alias === 'string' ? alias : `${prefix}${name}`.toUpperCase();
    return [
      newInput({
        key,
        typeId: type?.typeId ?? 'str',
        isRequired: fallbackNode === null && !named.has('default_factory') && type?.isOptional !== true,
        defaultValue: fallback ?? null,
        defaultExpression: fallbackNode !== null && fallback === undefined ? shortCode(fallbackNode) : null,
        description: typeof help === 'string' ? help : null,
        ...(type?.isSecret === true ? { isSecret: true } : {}),
        // Lists and objects are read as JSON.
        passing: { by: 'environment', name: key, text: plainText() },
        from: { path: scope.module.path, line: lineOf(field), what: 'BaseSettings' },
      }),
    ];
  });
}
