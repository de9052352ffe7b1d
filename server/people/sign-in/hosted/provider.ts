import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Issuer } from '@/server/base/env-issuers';

/** How long one request to a provider may take. A sign-in makes up to four. */
const PROVIDER_MS = 8_000;

interface Claims {
  sub: string;
  email?: string;
}

/**
 * An issuer as the authentication library knows it: discovery, code flow, PKCE, state, and nonce, always. Providers that
 * keep the ID token small give the address only at their userinfo endpoint; it must be about the same subject.
 */
export function providerOf(issuer: Issuer): OAuthConfig<Claims> {
  return {
    id: issuer.id,
    name: issuer.label,
    type: 'oauth',
    wellKnown: `${issuer.url}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid profile email' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId: issuer.clientId,
    clientSecret: issuer.clientSecret,
    httpOptions: { timeout: PROVIDER_MS },
    userinfo: {
      async request({ client, tokens }) {
        // The library passes what it has just verified, a set of tokens, but its type says less.
        const verified = 'claims' in tokens && typeof tokens.claims === 'function' ? tokens.claims() : {};
        if (verified.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined)
          return verified;
        const more = await client.userinfo(tokens.access_token ?? '');
        if (more.sub !== verified.sub) throw new Error('The userinfo endpoint describes someone else');
        return { ...more, ...verified };
      },
    },
    // Only a stand-in: the claims are read where the session begins.
    profile: ({ sub }) => ({ id: sub }),
  };
}
