import { z } from 'zod';
import type { Issuer } from '@/server/base/env-issuers';
import { readDocument } from '@/server/people/sign-in/discovery-document';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';

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
    end_session_endpoint: endpoint.optional().catch(undefined),
    token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
    prompt_values_supported: z.array(z.string()).catch([]),
    authorization_response_iss_parameter_supported: z.boolean().catch(false),
  });
}

/** Reads where an issuer's endpoints are. Throws `OtherIssuer`, and errors for the log. */
export async function discover(issuer: Issuer): Promise<DiscoveredIssuer> {
  const endpoints = documentOf(issuer).safeParse(await readDocument(issuer));
  if (!endpoints.success)
    throw new Error(`The discovery document is not valid: ${z.prettifyError(endpoints.error)}`);
  return { ...issuer, endpoints: endpoints.data };
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
