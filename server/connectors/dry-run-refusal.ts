import type { JsonValue } from '@/lib/base/json';
import { findConnector } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';

/** What a run calls: what to execute at which kind of source, with the connector's own part. */
export interface Callable {
  sourceKind: SourceKind;
  executable: JsonValue;
  own: JsonValue;
}

/** Why this can't be dry-run; null if it can. */
export function dryRunRefusal({ sourceKind, executable, own }: Callable): string | null {
  const connector = findConnector(sourceKind);
  if (connector?.dryRunRefusal === undefined) return 'Commands of this source have no dry run.';
  return connector.dryRunRefusal(executable, own);
}
