import { JsonTree } from './json-tree';
import type { PayloadProps } from './payload';

/** JSON, as a tree. */
export default function JsonResult({ payload }: PayloadProps) {
  return <JsonTree value={payload} />;
}
