import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { PROVIDER_MS } from '@/server/people/sign-in/discovery-document';
import type { DiscoveredIssuer } from '@/server/people/sign-in/hosted/discover';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';

interface Claims {
  sub: string;
  email?: string;
}

/**
 * An issuer as the authentication library knows it: code flow, PKCE, state, and nonce, always. The library compares an ID
 * token's issuer with the configured one, since that is the only one it is given. Providers that keep the ID token small
 * give the address only at their userinfo endpoint; it must be about the same subject.
 *
 * @param refused called with the error for a token of another issuer, of which the library passes only the message on
 */
export function providerOf(
  issuer: DiscoveredIssuer,
  refused: (error: OtherIssuer) => void,
): OAuthConfig<Claims> {
  const { endpoints } = issuer;
  return {
    id: issuer.id,
    name: issuer.label,
    type: 'oauth',
    issuer: issuer.url,
    authorization: {
      url: endpoints.authorization_endpoint,
      params: { scope: 'openid profile email' },
    },
    token: {
      url: endpoints.token_endpoint,
      async request({ client, params, checks, provider }) {
        try {
          return { tokens: await client.callback(provider.callbackUrl, params, checks) };
        } catch (error) {
          const other = otherIssuerOf(error, issuer);
          if (other !== null) refused(other);
          throw error;
        }
      },
    },
    jwks_endpoint: endpoints.jwks_uri,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId: issuer.clientId,
    clientSecret: issuer.clientSecret,
    client: { token_endpoint_auth_method: authMethodOf(endpoints.token_endpoint_auth_methods_supported) },
    httpOptions: { timeout: PROVIDER_MS },
    userinfo: {
      ...(endpoints.userinfo_endpoint === undefined ? {} : { url: endpoints.userinfo_endpoint }),
      async request({ client, tokens }) {
        // The library passes what it has just verified, a set of tokens, but its type says less.
        const verified = 'claims' in tokens && typeof tokens.claims === 'function' ? tokens.claims() : {};
        if (verified.email !== undefined || endpoints.userinfo_endpoint === undefined) return verified;
        const more = await client.userinfo(tokens.access_token ?? '');
        if (more.sub !== verified.sub) throw new Error('The userinfo endpoint describes someone else');
        // Whether an address is verified is said where the address is: the ID token spoke of none.
        const { email_verified, xms_edov } = more;
        return { ...more, ...verified, email_verified, xms_edov };
      },
    },
    // Only a stand-in: the claims are read where the session begins.
    profile: ({ sub }) => ({ id: sub }),
  };
}

/** How the client's secret is sent: as the standard says, unless the provider only takes it in the body. */
const authMethodOf = (supported: readonly string[]) =>
  !supported.includes('client_secret_basic') && supported.includes('client_secret_post')
    ? 'client_secret_post'
    : 'client_secret_basic';

const refusedToken = z.object({ jwt: z.string() });
const named = z.object({ iss: z.unknown().optional(), sub: z.unknown().optional() });

/** Reads what a token that was refused says; null if it names the configured issuer, or isn't a token at all. */
function otherIssuerOf(error: unknown, issuer: DiscoveredIssuer): OtherIssuer | null {
  const token = refusedToken.safeParse(error);
  if (!token.success) return null;
  try {
    const part = Buffer.from(token.data.jwt.split('.')[1] ?? '', 'base64url').toString('utf8');
    const { iss, sub } = named.parse(JSON.parse(part));
    return iss === issuer.url ? null : new OtherIssuer(issuer, 'token', iss, sub);
  } catch {
    return null;
  }
}
