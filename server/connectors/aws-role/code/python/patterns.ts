import type { Node } from 'web-tree-sitter';
import { anyType, type Evidence, type Kind, only } from '../evidence';
import { stringOf } from './literals';

const kindsOfPatterns: Readonly<Record<string, Kind>> = {
  string: 'string',
  concatenated_string: 'string',
  integer: 'number',
  float: 'number',
  true: 'boolean',
  false: 'boolean',
  list_pattern: 'array',
  tuple_pattern: 'array',
  dict_pattern: 'object',
};

/** What the cases of a `match` statement say about its subject. */
export const evidenceOfMatch = (match: Node): Evidence[] => evidenceOfPatterns(patternsOf(match));

/** A value that is matched against patterns of several kinds may be of each. */
export function evidenceOfPatterns(patterns: readonly Node[]): Evidence[] {
  const [kind, ...others] = new Set(patterns.flatMap(kindsOfPattern));
  if (kind === undefined) return [];
  return [others.length === 0 ? only(kind) : anyType];
}

/** The patterns of the cases of a `match` statement. */
export function patternsOf(match: Node): Node[] {
  const clauses = match.childForFieldName('body')?.namedChildren ?? [];
  return clauses.flatMap((clause) =>
    (clause?.namedChildren ?? []).flatMap((child) => (child?.type === 'case_pattern' ? child : [])),
  );
}

/** A name or `_` matches everything and says nothing; neither does `None`. */
function kindsOfPattern(pattern: Node): Kind[] {
  const inner = pattern.type === 'case_pattern' ? pattern.namedChild(0) : pattern;
  if (inner === null) return [];
  if (inner.type === 'union_pattern' || inner.type === 'as_pattern')
    return inner.namedChildren.flatMap((child) => (child === null ? [] : kindsOfPattern(child)));
  const kind = Object.hasOwn(kindsOfPatterns, inner.type) ? kindsOfPatterns[inner.type] : undefined;
  return kind === undefined ? [] : [kind];
}

/** The keys of a pattern such as `{'id': n, 'kind': 'a'}`, with the pattern of each; null unless all are literals. */
export function keysOfPattern(pattern: Node): { key: string; pattern: Node | null }[] {
  const inner = pattern.namedChild(0);
  if (inner?.type !== 'dict_pattern') return [];
  const keys = inner.childrenForFieldName('key');
  const values = inner.childrenForFieldName('value');
  return keys.flatMap((node, at) => {
    const key = stringOf(node);
    return key === null ? [] : { key, pattern: values[at] ?? null };
  });
}
