import type { Node } from 'web-tree-sitter';
import { type Evidence, type Kind, meant, oneOf, only } from '../evidence';
import { commonKind } from './literals';
import { evidenceOfTest } from './type-tests';

const scalars: readonly Kind[] = ['number', 'string', 'boolean'];
const iterated = meant('array', ['array', 'string']);

/** What a function needs as its arguments, the first alone unless it says so. */
const callees: readonly [name: RegExp, evidence: Evidence, position?: number][] = [
  [/^Number$/, meant('number', scalars)],
  [/^(Number\.)?parseFloat$/, meant('number', scalars)],
  [/^((Number\.)?parseInt|BigInt)$/, meant('integer', scalars)],
  [/^Boolean$/, meant('boolean')],
  [/^Math\.\w+$/, only('number')],
  [/^Math\.\w+$/, only('number'), 1],
  [/^(setTimeout|setInterval)$/, only('number'), 1],
  [/^(JSON|Date)\.parse$/, only('string')],
  [/^URL$/, only('string')],
  [/^Date$/, oneOf('string', 'number')],
  [/^(Array\.from|Promise\.\w+|Set|Map)$/, iterated],
  [/^Object\.(keys|entries|values)$/, only('object')],
];

/** What questions about a type ask for. */
const questions: Readonly<Record<string, Evidence>> = {
  'Array.isArray': only('array'),
  'Number.isInteger': only('integer'),
  'Number.isSafeInteger': only('integer'),
  'Number.isFinite': only('number'),
};

/** What a call says about one of its arguments. */
export function evidenceOfArgument(list: Node, argument: Node): Evidence[] {
  const call = list.parent;
  const callee = call?.childForFieldName('function') ?? call?.childForFieldName('constructor') ?? null;
  if (call === null || callee === null) return [];
  const asked = Object.hasOwn(questions, callee.text) ? questions[callee.text] : undefined;
  if (asked !== undefined) return evidenceOfTest(call, asked);
  const position = list.namedChildren.findIndex((each) => each?.id === argument.id);
  const found = callees.find(([name, , at = 0]) => at === position && name.test(callee.text));
  return found === undefined ? evidenceOfOwner(callee) : [found[1]];
}

/** `['a', 'b'].includes(x)` and `/pattern/.test(x)` */
function evidenceOfOwner(callee: Node): Evidence[] {
  const owner = callee.childForFieldName('object');
  const method = callee.childForFieldName('property')?.text ?? '';
  if (owner?.type === 'regex' && method === 'test') return [meant('string', ['string', 'number'])];
  const kind = owner?.type === 'array' && method === 'includes' ? commonKind(owner.namedChildren) : null;
  return kind === null ? [] : [only(kind)];
}
