import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { open, seal } from '@/server/base/secrets/seal';

type Values = Record<string, JsonValue>;

/** The values that a run sends, as stored in its row. Both are null if they equal what the person entered. */
export interface KeptValues {
  sentValues: string | null;
  /** If they include a password, all values are sealed, for the connection that they are sent to. */
  sealedValues: Buffer | null;
}

export const runPurpose = (orgId: string, credentialId: number): string => `run:${orgId}:${credentialId}`;

/** @param params the values that the person entered, as JSON text */
export function keepValues(
  orgId: string,
  credentialId: number,
  inputs: readonly Input[],
  sent: Values,
  params: string,
): KeptValues {
  const text = JSON.stringify(sent);
  if (inputs.some(({ key, type }) => Object.hasOwn(sent, key) && holdsSecret(type))) {
    return { sentValues: null, sealedValues: seal(text, runPurpose(orgId, credentialId)) };
  }
  return { sentValues: text === params ? null : text, sealedValues: null };
}

/** Returns the values that a run sends. */
export function openValues(
  orgId: string,
  credentialId: number,
  { sentValues, sealedValues }: KeptValues,
  params: string,
): Values {
  return JSON.parse(
    sealedValues === null ? (sentValues ?? params) : open(sealedValues, runPurpose(orgId, credentialId)),
  );
}
