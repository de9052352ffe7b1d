import { JsonText } from './json-text';
import type { PayloadProps } from './payload';

/** JSON, set out over lines. */
export default function JsonResult({ payload }: PayloadProps) {
  return <JsonText value={payload} />;
}
