import { type Node, nodeAt, valueAt } from '@/server/sources/imports/parse/node';
import { withMembers } from '@/server/sources/imports/parse/written';
import type { References } from './references';

/**
 * A description whose parts are where the specification has them. Many programs also take a reference for a whole part,
 * such as `paths: { $ref: paths.yaml }`.
 */
export function wholeRoot(root: Node, references: References): Node {
  const opened = references.withOwn(root, Object.keys(root));
  if (valueAt(opened, 'components') === undefined) return opened;
  const components = references.withOwn(nodeAt(opened, 'components'), ['securitySchemes']);
  return withMembers(opened, { components });
}
