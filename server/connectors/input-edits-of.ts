import type { InputEdits } from '@/lib/sources/source-kind';
import { findConnector } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';

const nothing: InputEdits = { type: false, key: false, addAndDelete: false, sync: false };

/**
 * What engineers may edit of the inputs of a template.
 *
 * @param documentKind the kind of the uploaded description that has it; null for things that the source itself lists
 */
export function inputEditsOf(sourceKind: SourceKind, documentKind: string | null): InputEdits {
  const parameterSource = documentKind === 'sample' ? 'openapi' : (documentKind ?? sourceKind);
  return findConnector(sourceKind)?.inputEdits[parameterSource] ?? nothing;
}
