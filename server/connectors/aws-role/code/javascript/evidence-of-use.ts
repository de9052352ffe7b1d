import type { Node } from 'web-tree-sitter';
import { isField } from '../../../_shared/syntax/parse';
import { anyType, type Evidence, meant, oneOf, only } from '../evidence';
import { isKeptElsewhere } from '../kept-values';
import { evidenceOfArgument } from './calls';
import { kindOfExpression, outermost, textOf } from './literals';
import { evidenceOfAugmented, evidenceOfBinary, evidenceOfUnary } from './operators';

const iterated = meant('array', ['array', 'string']);

/** What the code around a value says about its type. */
export function evidenceOfUse(value: Node): Evidence[] {
  const node = outermost(value);
  const { parent } = node;
  switch (parent?.type) {
    case 'arguments':
      return isKeptElsewhere(node) ? [anyType] : evidenceOfArgument(parent, node);
    case 'member_expression':
      return isField(parent, 'object', node) ? evidenceOfMember(parent) : [];
    case 'subscript_expression':
      return isField(parent, 'object', node) ? evidenceOfSubscript(parent) : [];
    case 'binary_expression':
      return evidenceOfBinary(parent, node);
    case 'augmented_assignment_expression':
      return evidenceOfAugmented(parent, node);
    case 'unary_expression':
      return evidenceOfUnary(parent);
    case 'update_expression':
      return [only('number')];
    case 'spread_element':
      return [parent.parent?.type === 'object' ? only('object') : iterated];
    case 'for_in_statement':
      return isField(parent, 'right', node) ? [evidenceOfLoop(parent)] : [];
    case 'variable_declarator':
      return isField(parent, 'value', node) ? evidenceOfPattern(parent.childForFieldName('name')) : [];
    case 'switch_statement':
      return evidenceOfSwitch(parent);
    default:
      // The value of a `switch` stands in parentheses.
      return node.type === 'parenthesized_expression' && parent?.type === 'switch_statement'
        ? evidenceOfSwitch(parent)
        : [];
  }
}

/** What taking a value apart says about it. */
export function evidenceOfPattern(pattern: Node | null): Evidence[] {
  if (pattern?.type === 'object_pattern')
    return [isLength(pattern) ? oneOf('string', 'array') : only('object')];
  return pattern?.type === 'array_pattern' ? [iterated] : [];
}

/** `{ length }` */
const isLength = ({ namedChildren }: Node): boolean =>
  namedChildren.every((each) => /^length\b/.test(each?.text ?? ''));

const evidenceOfLoop = (loop: Node): Evidence =>
  loop.childForFieldName('operator')?.text === 'in' ? meant('object', ['object', 'array']) : iterated;

const methods: readonly [RegExp, Evidence][] = [
  [/^(slice|includes|indexOf|lastIndexOf|concat|at)$/, oneOf('string', 'array')],
  [/^(map|filter|forEach|reduce(Right)?|some|every|find(Last)?(Index)?|flat(Map)?|join)$/, only('array')],
  [/^((to)?(Sorted|Reversed|Spliced)|sort|reverse|splice|push|pop|shift|unshift|fill)$/, only('array')],
  [/^(entries|keys|values|with)$/, only('array')],
  [/^to(Fixed|Precision|Exponential)$/, only('number')],
  [/^to(Locale)?(Lower|Upper)Case$/, only('string')],
  [/^(trim(Start|End)?|split|startsWith|endsWith|replace(All)?|pad(Start|End)|match(All)?)$/, only('string')],
  [
    /^(substring|substr|charAt|charCodeAt|codePointAt|normalize|localeCompare|repeat|search)$/,
    only('string'),
  ],
  [/^hasOwnProperty$/, only('object')],
];

/** Methods whose value is of the type of their owner. */
const keepsType = /^(slice|concat)$/;

function evidenceOfMember(member: Node): Evidence[] {
  const name = member.childForFieldName('property')?.text ?? '';
  const call = calling(member);
  if (call === null) return [name === 'length' ? oneOf('string', 'array') : only('object')];
  const found = methods.find(([pattern]) => pattern.test(name));
  if (found === undefined) return [];
  return keepsType.test(name) ? [found[1], ...sameType(call)] : [found[1]];
}

/** What is done with a part of a value; how it is converted or tested says nothing about the whole. */
const sameType = (part: Node): Evidence[] => evidenceOfUse(part).filter((each) => each !== anyType);

/** The call of a method; null for a member that isn't called. */
function calling(member: Node): Node | null {
  const { parent } = member;
  return parent?.type === 'call_expression' && isField(parent, 'function', member) ? parent : null;
}

function evidenceOfSubscript(subscript: Node): Evidence[] {
  const index = subscript.childForFieldName('index');
  const kind = kindOfExpression(index);
  if (kind === 'string') return [only('object')];
  if (kind !== 'number') return [oneOf('string', 'array', 'object')];
  // The first character of a text has no members.
  return [hasMembers(subscript) ? only('array') : oneOf('string', 'array')];
}

function hasMembers(item: Node): boolean {
  const { parent } = item;
  if (parent?.type === 'subscript_expression' && isField(parent, 'object', item))
    return textOf(parent.childForFieldName('index')) !== null;
  if (parent?.type !== 'member_expression' || !isField(parent, 'object', item)) return false;
  return calling(parent) === null && parent.childForFieldName('property')?.text !== 'length';
}

/** A value that is compared with literals of several kinds may be of each. */
function evidenceOfSwitch(statement: Node): Evidence[] {
  const cases = statement.childForFieldName('body')?.namedChildren ?? [];
  const [kind, ...others] = new Set(
    cases.flatMap((each) => kindOfExpression(each?.childForFieldName('value') ?? null) ?? []),
  );
  if (kind === undefined) return [];
  return [others.length === 0 ? only(kind) : anyType];
}
