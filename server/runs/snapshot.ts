import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { JsonValue } from '@/lib/json';
import type { SourceKind } from '@/server/connectors/types';
import { open, seal } from '@/server/secrets/seal';

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
  /** What is sent, by input key; empty where it is sealed. */
  values: Record<string, JsonValue>;
  /** The same where a password is among it, sealed for the connection, in base64; absent otherwise. */
  sealedValues?: string;
}

type FrozenValues = Pick<RunSnapshot, 'values' | 'sealedValues'>;

const purposeOf = (orgId: string, credentialId: number): string => `run:${orgId}:${credentialId}`;

/** Values as a snapshot holds them: with a password among them they rest sealed. */
export function freezeValues(
  orgId: string,
  credentialId: number,
  inputs: readonly Input[],
  sent: Record<string, JsonValue>,
): FrozenValues {
  if (!inputs.some(({ key, type }) => Object.hasOwn(sent, key) && holdsSecret(type))) return { values: sent };
  const sealed = seal(JSON.stringify(sent), purposeOf(orgId, credentialId));
  return { values: {}, sealedValues: sealed.toString('base64') };
}

/** What a run sends. */
export function sentValues(
  orgId: string,
  { values, sealedValues, credentialId }: RunSnapshot,
): Record<string, JsonValue> {
  if (sealedValues === undefined) return values;
  return JSON.parse(open(Buffer.from(sealedValues, 'base64'), purposeOf(orgId, credentialId)));
}
