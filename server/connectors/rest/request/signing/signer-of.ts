import { randomBytes } from 'node:crypto';
import type { Signer } from '@/server/connectors/_shared/http/http-types';
import type { SchemeInUse } from '../choose-auth';
import { AwsSigner } from './aws-signature';
import { DigestSigner } from './digest';

/** Signs each request by the schemes that need to see it; undefined if none does. Of several, the first is used. */
export function signerOf(schemes: readonly SchemeInUse[]): Signer | undefined {
  for (const { credential } of schemes) {
    if (credential.authType === 'aws_signature') return new AwsSigner(credential);
    if (credential.authType === 'digest_auth') {
      return new DigestSigner(credential, () => randomBytes(16).toString('hex'));
    }
  }
  return undefined;
}

/** What to log about a sign-in that wasn't asked for; null if it was, or if it is sent in any case. */
export function unaskedNote(signer: Signer | undefined): string | null {
  return signer instanceof DigestSigner && !signer.wasAsked
    ? "The API didn't ask for a digest sign-in, so it was called without the credential."
    : null;
}
