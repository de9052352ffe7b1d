import type { Node } from 'web-tree-sitter';
import { anyType, type Evidence, type Kind, meant, oneOf, only } from '../evidence';
import { commonKind } from './literals';
import { evidenceOfLoop, iterated, loopOver } from './loops';
import { evidenceOfTypeTest } from './type-tests';

const scalars: readonly Kind[] = ['number', 'string', 'boolean'];
const iterables: readonly Kind[] = ['array', 'string', 'object'];
/** Functions of whose result a loop gets what it would get of their argument. */
const keepsItems = /^(list|tuple|set|sorted|reversed|iter)$/;

/** What a function needs as its arguments, the first alone unless it says so. */
const callees: readonly [name: RegExp, evidence: Evidence, position?: number][] = [
  [/^int$/, meant('integer', scalars)],
  [/^(float|(decimal\.)?Decimal)$/, meant('number', scalars)],
  [/^bool$/, meant('boolean')],
  [/^len$/, oneOf(...iterables)],
  [/^(list|tuple|set|frozenset|sorted|enumerate|reversed|iter|any|all)$/, iterated],
  [/^((collections\.)?(deque|Counter)|zip)$/, iterated],
  [/^(map|filter)$/, iterated, 1],
  [/^sum$/, only('array')],
  [/^dict$/, meant('object', ['object', 'array'])],
  [/^(abs|round|math\.\w+|(time\.|asyncio\.)?sleep|(\w+\.)*fromtimestamp)$/, only('number')],
  [/^(range|chr)$/, only('integer')],
  [/^range$/, only('integer'), 1],
  [/^range$/, only('integer'), 2],
  [/^(json\.)?loads$/, only('string')],
  [/^(uuid\.)?UUID$/, only('string:uuid')],
  [/^(\w+\.)*datetime\.fromisoformat$/, only('string:date-time')],
  [/^(\w+\.)*date\.fromisoformat$/, only('string:date')],
  [/^(\w+\.)*(strptime|time\.fromisoformat|b64decode|urlparse|(un)?quote(_plus)?)$/, only('string')],
  [/^re\.(match|search|fullmatch|findall|finditer|split)$/, only('string'), 1],
  [/^re\.subn?$/, only('string'), 2],
];

/** What a call says about one of its arguments. */
export function evidenceOfArgument(list: Node, argument: Node): Evidence[] {
  const call = list.parent;
  const callee = call?.childForFieldName('function') ?? null;
  if (call === null || callee === null) return [];
  const all = list.namedChildren;
  const position = all.findIndex((each) => each?.id === argument.id);
  if (callee.text === 'isinstance' && position === 0) return evidenceOfTypeTest(call, all[1] ?? null);
  if (/^(min|max)$/.test(callee.text)) return evidenceOfExtreme(all, argument);
  if (isJoin(callee)) return [iterated];
  if (position === 0) {
    // Only a text has digits of another base.
    if (callee.text === 'int' && all.length > 1) return [only('string')];
    if (callee.text === 'hasattr' || (callee.text === 'getattr' && all.length > 2)) return [anyType];
    const loop = keepsItems.test(callee.text) ? loopOver(call) : null;
    if (loop !== null) return [evidenceOfLoop(loop, argument)];
  }
  const found = callees.find(([name, , at = 0]) => at === position && name.test(callee.text));
  return found === undefined ? [] : [found[1]];
}

/** `timedelta(days=x)` and `sleep(seconds=x)`. */
export function evidenceOfKeyword(keyword: Node): Evidence[] {
  const callee = keyword.parent?.parent?.childForFieldName('function')?.text ?? '';
  return /(^|\.)(timedelta|relativedelta|sleep)$/.test(callee) ? [only('number')] : [];
}

/** `', '.join(x)` */
const isJoin = (callee: Node): boolean =>
  callee.type === 'attribute' &&
  callee.childForFieldName('object')?.type === 'string' &&
  callee.childForFieldName('attribute')?.text === 'join';

/** `max(x)` takes a list; `max(0, x)` compares. */
function evidenceOfExtreme(all: readonly (Node | null)[], argument: Node): Evidence[] {
  const others = all.filter((each) => each?.id !== argument.id && each?.type !== 'keyword_argument');
  if (others.length === 0) return [iterated];
  const kind = commonKind(others);
  return kind === null ? [] : [only(kind)];
}
