import type { SignInFailure } from '@/lib/sign-in/failures';

interface Described {
  name: string;
  message: string;
  code: string;
}

/** An error, and the errors that caused it or that it wraps. */
function chainOf(thrown: unknown): Described[] {
  const chain: Described[] = [];
  let next: unknown = thrown;
  while (next instanceof Error && chain.length < 5) {
    const code = 'code' in next && typeof next.code === 'string' ? next.code : '';
    chain.push({ name: next.name, message: next.message, code });
    next = 'error' in next && next.error instanceof Error ? next.error : next.cause;
  }
  return chain;
}

/** What the provider's or the library's error means for the person. The first pattern that matches decides. */
const MEANINGS: readonly [RegExp, SignInFailure][] = [
  [/cookie was missing|value could not be parsed|was created for a different provider/i, 'expired'],
  [/access_denied|cancell?ed|interaction_required/i, 'canceled'],
  [/timed? ?out|timeout|TookTooLong/i, 'tooSlow'],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|socket hang up/i,
    'unreachable',
  ],
  [/expected 200.*got: 5\d\d|server_error|temporarily_unavailable/i, 'unreachable'],
  [/id_token (expired|issued in the future|not active yet)|JWT.*(expired|not active)/i, 'clock'],
  [
    /invalid_client|unauthorized_client|invalid_redirect|redirect_uri|invalid_scope|invalid_request|discover|expected 200|expected application\/json|self.signed|certificate|unexpected JWT alg|unexpected iss value|issuer mismatch/i,
    'misconfigured',
  ],
  [/state|nonce|aud|iss |signature|signed|JWK|azp|at_hash|sub mismatch|someone else|alg/i, 'untrusted'],
];

/** Sorts an error of the exchange with a provider into what to tell the person. */
export function failureOf(thrown: unknown): SignInFailure {
  const chain = chainOf(thrown).map(({ name, message, code }) => `${name} ${code} ${message}`);
  const text = chain.join('\n');
  return MEANINGS.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused';
}
