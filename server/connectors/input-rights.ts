import type { JsonValue } from '@/lib/base/json';
import type { InputEdits } from '@/lib/sources/source-kind';
import { findConnector } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';

/** Where the inputs of a template were read from, the types they have, and what engineers may edit of them. */
export interface InputRights {
  parameterSource: string;
  typeSystem: string;
  edits: InputEdits;
}

const nothing: InputEdits = { type: false, key: false, addAndDelete: false, sync: false };

/** @param documentKind the kind of the uploaded description that has it; null for things that the source itself lists */
export function inputRightsOf(
  sourceKind: SourceKind,
  documentKind: string | null,
  executable: JsonValue,
): InputRights {
  const connector = findConnector(sourceKind);
  const own = connector?.inputSource?.(executable);
  const ofDocument = documentKind === 'sample' ? 'openapi' : documentKind;
  const parameterSource = ofDocument ?? own?.parameterSource ?? sourceKind;
  return {
    parameterSource,
    typeSystem: own?.typeSystem ?? connector?.typeSystem ?? sourceKind,
    edits: connector?.inputEdits[parameterSource] ?? nothing,
  };
}
