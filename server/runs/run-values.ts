import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { JsonValue } from '@/lib/json';
import { open, seal } from '@/server/secrets/seal';

type Values = Record<string, JsonValue>;

/** The values that a run sends, as its row keeps them. Both are null where they are what the person gave. */
export interface KeptValues {
  sentValues: string | null;
  /** With a password among them all rest sealed, for the connection that they are sent to. */
  sealedValues: Buffer | null;
}

const purposeOf = (orgId: string, credentialId: number): string => `run:${orgId}:${credentialId}`;

/** @param params the values that the person gave, as JSON text */
export function keepValues(
  orgId: string,
  credentialId: number,
  inputs: readonly Input[],
  sent: Values,
  params: string,
): KeptValues {
  const text = JSON.stringify(sent);
  if (inputs.some(({ key, type }) => Object.hasOwn(sent, key) && holdsSecret(type))) {
    return { sentValues: null, sealedValues: seal(text, purposeOf(orgId, credentialId)) };
  }
  return { sentValues: text === params ? null : text, sealedValues: null };
}

/** What a run sends. */
export function openValues(
  orgId: string,
  credentialId: number,
  { sentValues, sealedValues }: KeptValues,
  params: string,
): Values {
  return JSON.parse(
    sealedValues === null ? (sentValues ?? params) : open(sealedValues, purposeOf(orgId, credentialId)),
  );
}
