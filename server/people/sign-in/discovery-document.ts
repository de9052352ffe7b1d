import { z } from 'zod';
import { jsonOrNull } from '@/lib/base/json';
import { callOutside } from '@/server/base/outside/call-outside';
import { type ConfiguredIssuer, OtherIssuer } from '@/server/people/sign-in/other-issuer';

/** How long one request to a provider may take. A sign-in makes up to four. */
export const PROVIDER_MS = 8_000;

/**
 * Reads an issuer's discovery document, for each sign-in again. Throws `OtherIssuer` if the document isn't about this
 * very issuer (OpenID Connect Discovery 4.3), and an error for the log if it can't be read.
 */
export async function readDocument(issuer: ConfiguredIssuer): Promise<Readonly<Record<string, unknown>>> {
  const text = await callOutside('sign_in', PROVIDER_MS, async (signal) => {
    const response = await fetch(`${issuer.url.replace(/\/+$/, '')}/.well-known/openid-configuration`, {
      headers: { Accept: 'application/json' },
      cache: 'no-store',
      signal,
      // A document is valid at its own address only.
      redirect: 'manual',
    });
    if (response.status !== 200)
      throw new Error(`The discovery document: expected 200 OK, got: ${response.status}`);
    return response.text();
  });
  const document = z.record(z.string(), z.unknown()).safeParse(jsonOrNull(text));
  if (!document.success) throw new Error('The discovery document is not JSON');
  if (document.data.issuer !== issuer.url) throw new OtherIssuer(issuer, 'document', document.data.issuer);
  return document.data;
}
