import type { Node } from 'web-tree-sitter';
import { isField } from '../../../_shared/syntax/parse';
import { anyType, type Evidence, oneOf, only } from '../evidence';
import { isKeptElsewhere } from '../kept-values';
import { evidenceOfArgument, evidenceOfKeyword } from './calls';
import { kindOfExpression, outermost } from './literals';
import { evidenceOfLoop, hasMembers, iterated, methodOf } from './loops';
import { evidenceOfBinary, evidenceOfComparison, evidenceOfOperator } from './operators';
import { evidenceOfMatch } from './patterns';

/** What the code around a value says about its type. */
export function evidenceOfUse(value: Node): Evidence[] {
  const node = outermost(value);
  const { parent } = node;
  switch (parent?.type) {
    case 'argument_list':
      return isKeptElsewhere(node) ? [anyType] : evidenceOfArgument(parent, node);
    case 'keyword_argument':
      return evidenceOfKeyword(parent);
    case 'subscript':
      return isField(parent, 'value', node) ? evidenceOfSubscript(parent) : [];
    case 'attribute':
      return evidenceOfMethod(parent);
    case 'for_statement':
    case 'for_in_clause':
      return isField(parent, 'right', node) ? [evidenceOfLoop(parent, node)] : [];
    case 'comparison_operator':
      return evidenceOfComparison(parent, node);
    case 'binary_operator':
      return evidenceOfBinary(parent, node);
    case 'augmented_assignment':
      return evidenceOfAugmented(parent, node);
    case 'unary_operator':
      return [only('number')];
    case 'interpolation':
      return evidenceOfFormat(parent);
    case 'match_statement':
      return evidenceOfMatch(parent);
    case 'list_splat':
      return [iterated];
    case 'dictionary_splat':
      return [only('object')];
    case 'assignment':
      return isUnpacked(parent, node) ? [iterated] : [];
    default:
      return [];
  }
}

/** `a, b = x` */
const isUnpacked = (assignment: Node, node: Node): boolean =>
  isField(assignment, 'right', node) && assignment.childForFieldName('left')?.type === 'pattern_list';

function evidenceOfSubscript(subscript: Node): Evidence[] {
  const index = subscript.childForFieldName('subscript');
  // What a part of it is used for, all of it could be.
  if (index?.type === 'slice')
    return [oneOf('string', 'array'), ...evidenceOfUse(subscript).filter((each) => each !== anyType)];
  const kind = kindOfExpression(index);
  if (kind === 'string') return [only('object')];
  if (kind !== 'number') return [oneOf('string', 'array', 'object')];
  // The first character of a text has no members.
  return [hasMembers(subscript) ? only('array') : oneOf('string', 'array')];
}

const methods: readonly [RegExp, Evidence][] = [
  [/^(get|items|keys|values|setdefault|update|popitem)$/, only('object')],
  [/^(append|extend|insert|remove|reverse|sort)$/, only('array')],
  [/^(index|count)$/, oneOf('string', 'array')],
  [/^(pop|copy|clear)$/, oneOf('array', 'object')],
  [/^(is_integer)$/, only('number')],
  [/^(bit_length)$/, only('integer')],
  [/^([lr]?strip|r?split|splitlines|join|replace|format|encode|zfill|[lrc]just|center)$/, only('string')],
  [/^(lower|upper|title|capitalize|casefold|swapcase|startswith|endswith|r?find|r?index)$/, only('string')],
  [/^(r?partition|removeprefix|removesuffix|translate|expandtabs|is[a-z]+)$/, only('string')],
];

function evidenceOfMethod(attribute: Node): Evidence[] {
  if (attribute.parent?.type !== 'call') return [];
  const found = methods.find(([name]) => name.test(methodOf(attribute)));
  return found === undefined ? [] : [found[1]];
}

/** `total += x` and `x += 1` */
function evidenceOfAugmented(assignment: Node, node: Node): Evidence[] {
  const operator = (assignment.childForFieldName('operator')?.text ?? '').replace(/=$/, '');
  const isLeft = isField(assignment, 'left', node);
  const other = assignment.childForFieldName(isLeft ? 'right' : 'left');
  return evidenceOfOperator(operator, other, isLeft);
}

/** `f'{x:.2f}'`; without a number's format, any value has a text. */
function evidenceOfFormat(interpolation: Node): Evidence[] {
  const format = interpolation.namedChildren.find((child) => child?.type === 'format_specifier')?.text ?? '';
  if (/[dbxX]$/.test(format)) return [only('integer')];
  return /[eEfFgGn%]$|[,_]/.test(format) ? [only('number')] : [];
}
