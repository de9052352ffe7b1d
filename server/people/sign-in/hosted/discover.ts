import { z } from 'zod';
import type { Issuer } from '@/server/base/env-issuers';
import { OtherIssuer } from '@/server/people/sign-in/hosted/other-issuer';

/** How long one request to a provider may take. A sign-in makes up to four. */
export const PROVIDER_MS = 8_000;

/** An issuer whose discovery document was read, and names it. */
export interface DiscoveredIssuer extends Issuer {
  endpoints: z.output<ReturnType<typeof documentOf>>;
}

/** What a sign-in needs of the document. Keys and tokens that came in the clear would let a network vouch for people. */
function documentOf(issuer: Issuer) {
  const protocol = issuer.url.startsWith('http:') ? /^https?$/ : /^https$/;
  const endpoint = z.url({ protocol });
  return z.object({
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    userinfo_endpoint: endpoint.optional(),
    token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
    prompt_values_supported: z.array(z.string()).catch([]),
    authorization_response_iss_parameter_supported: z.boolean().catch(false),
  });
}

/**
 * Reads an issuer's discovery document, for each sign-in again. Throws `OtherIssuer` if the document isn't about this
 * very issuer (OpenID Connect Discovery 4.3), and an error for the log if it can't be read.
 */
export async function discover(issuer: Issuer): Promise<DiscoveredIssuer> {
  const response = await fetch(`${issuer.url.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(PROVIDER_MS),
    // A document is valid at its own address only.
    redirect: 'manual',
  });
  if (response.status !== 200) {
    throw new Error(`The discovery document: expected 200 OK, got: ${response.status}`);
  }
  const document = z.looseObject({ issuer: z.unknown().optional() }).safeParse(jsonOf(await response.text()));
  if (!document.success) throw new Error('The discovery document is not JSON');
  if (document.data.issuer !== issuer.url) throw new OtherIssuer(issuer, 'document', document.data.issuer);
  const endpoints = documentOf(issuer).safeParse(document.data);
  if (!endpoints.success)
    throw new Error(`The discovery document is not valid: ${z.prettifyError(endpoints.error)}`);
  return { ...issuer, endpoints: endpoints.data };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Checks who the provider's response in the browser says it is from (RFC 9207). Throws `OtherIssuer` for another issuer,
 * and an error if the provider says that it names itself, and doesn't.
 */
export function checkResponse(issuer: DiscoveredIssuer, query: Readonly<Record<string, string>>): void {
  if (query.iss !== undefined && query.iss !== issuer.url)
    throw new OtherIssuer(issuer, 'response', query.iss);
  const isOwed = issuer.endpoints.authorization_response_iss_parameter_supported;
  if (isOwed && query.iss === undefined && query.error === undefined)
    throw new Error('iss missing from the response');
}
