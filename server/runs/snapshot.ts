import type { JsonValue } from '@/lib/json';
import type { SourceKind } from '@/server/connectors/types';

/**
 * What a run runs, frozen when it is started: editing the command afterwards changes neither the run nor its
 * history. Secrets are not part of it; the credential is opened when the run is executed.
 */
export interface RunSnapshot {
  commandName: string;
  templateVersion: number;
  sourceKind: SourceKind;
  credentialId: number;
  cloudName: string;
  executable: JsonValue;
  inTransaction: boolean;
  /** What is sent, by input key. */
  values: Record<string, JsonValue>;
}
