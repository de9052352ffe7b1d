import type { Node } from 'web-tree-sitter';
import { nodesIn } from '../../../_shared/syntax/parse';
import { textOf } from './literals';

const FUNCTIONS =
  /^(arrow_function|function_expression|function_declaration|generator_function|method_definition)$/;

/** The functions of a module by their names: declared, assigned to a variable, or assigned to an export. */
export function functionsOf(root: Node): Map<string, Node> {
  const functions = new Map<string, Node>();
  const add = (name: string | undefined, value: Node | null) => {
    const found = value === null ? null : unwrapped(value);
    if (name !== undefined && found !== null && !functions.has(name)) functions.set(name, found);
  };
  for (const node of nodesIn(root)) {
    if (node.type === 'function_declaration') add(node.childForFieldName('name')?.text, node);
    if (node.type === 'variable_declarator')
      add(node.childForFieldName('name')?.text, node.childForFieldName('value'));
    if (node.type === 'assignment_expression') {
      const left = node.childForFieldName('left');
      if (left?.type === 'member_expression' && /^(module\.)?exports\b/.test(left.text))
        add(left.childForFieldName('property')?.text, node.childForFieldName('right'));
    }
  }
  return functions;
}

/** The function itself, where it is the first argument of a wrapper such as `middy(handler)`; null if it isn't one. */
function unwrapped(value: Node): Node | null {
  if (FUNCTIONS.test(value.type)) return value;
  if (value.type === 'parenthesized_expression') return unwrappedFirst(value);
  if (value.type !== 'call_expression') return null;
  const list = value.childForFieldName('arguments');
  return list === null ? null : unwrappedFirst(list);
}

function unwrappedFirst(node: Node): Node | null {
  const first = node.namedChild(0);
  return first !== null && FUNCTIONS.test(first.type) ? first : null;
}

export function parametersOf(definition: Node): Node[] {
  const only = definition.childForFieldName('parameter');
  if (only !== null) return [only];
  return (definition.childForFieldName('parameters')?.namedChildren ?? []).flatMap((each) => each ?? []);
}

/** How often each name gets a value below a node: declared, as a parameter, or by an assignment. */
export function timesNamed(root: Node): Map<string, number> {
  const times = new Map<string, number>();
  for (const node of nodesIn(root)) {
    const isName = node.type === 'identifier' || node.type === 'shorthand_property_identifier_pattern';
    if (isName && isTarget(node)) times.set(node.text, (times.get(node.text) ?? 0) + 1);
  }
  return times;
}

const patterns =
  /^(formal_parameters|array_pattern|rest_pattern|pair_pattern|object_pattern|object_assignment_pattern|assignment_pattern)$/;

/** Whether this name is where a variable gets a value. */
export function isTarget(name: Node): boolean {
  const { parent } = name;
  if (parent === null) return false;
  const isFirst = ['name', 'left', 'parameter'].some(
    (field) => parent.childForFieldName(field)?.id === name.id,
  );
  if (/^(variable_declarator|assignment_expression|for_in_statement|arrow_function)$/.test(parent.type))
    return isFirst;
  if (/^(object_)?assignment_pattern$/.test(parent.type)) return isFirst;
  return patterns.test(parent.type) && parent.childForFieldName('key')?.id !== name.id;
}

/** The texts that a constant holds, by its name, where no other variable of the module has that name. */
export function constantsOf(root: Node): Map<string, string> {
  const times = timesNamed(root);
  const constants = new Map<string, string>();
  for (const node of nodesIn(root)) {
    if (node.type !== 'variable_declarator' || !node.parent?.text.startsWith('const')) continue;
    const name = node.childForFieldName('name')?.text ?? '';
    const text = textOf(node.childForFieldName('value'));
    if (text !== null && times.get(name) === 1) constants.set(name, text);
  }
  return constants;
}
