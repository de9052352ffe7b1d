import { isRegistered } from '@/lib/sign-in/redirect-address';
import { env } from '@/server/base/env';
import { mcpAddress } from '@/server/programs/mcp/addresses';
import { findClient, type OAuthClient } from '@/server/programs/oauth/find-client';

/** What a program asks a person for, once everything about it was checked. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  codeChallenge: string;
  state: string | null;
}

/** What arrives at the page of consent, and again when the person agrees. */
export interface AskedFor {
  clientId: string | null;
  redirectUri: string | null;
  codeChallenge: string | null;
  /** The part of the instance that the tokens are for; programs of earlier protocols don't say. */
  resource: string | null;
  state: string | null;
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const LONGEST_STATE = 2000;

/**
 * Checks what a program asks for. Returns the request, or what is wrong with it, for a person to read: nobody is sent to
 * an address of the program before they have chosen to, so errors aren't sent there either.
 */
export async function checkRequest(asked: AskedFor): Promise<AuthorizationRequest | { problem: string }> {
  const { clientId, redirectUri, codeChallenge, resource, state } = asked;
  if (clientId === null || redirectUri === null) {
    return { problem: 'The link is incomplete: it does not say which program asks, or where to return to.' };
  }
  if (codeChallenge === null || !CHALLENGE.test(codeChallenge)) {
    return { problem: 'The program did not protect the connection with PKCE (S256). Update it.' };
  }
  if (state !== null && state.length > LONGEST_STATE) return { problem: 'The link is too long.' };
  if (!isOurResource(resource)) {
    return { problem: `The program asks for access to ${resource}, which is not a part of Pushboard.` };
  }
  const client = await findClient(clientId);
  if (client === null) {
    return {
      problem:
        'Pushboard does not know this program: it never registered, did so long ago, or its description could not be read. Remove Pushboard from the program, and add it again.',
    };
  }
  if (!isRegistered(redirectUri, client.redirectUris)) {
    return { problem: 'The address that the program wants to return to is not one that it registered.' };
  }
  return { client, redirectUri, codeChallenge, state };
}

/** Whether tokens may be asked for a resource: the MCP server, however its last slash is spelled. */
export const isOurResource = (resource: string | null): boolean =>
  resource === null || resource.replace(/\/$/, '') === mcpAddress();

/** The program's address with an outcome: a code, or an error (RFC 6749 §4.1.2, RFC 9207). */
export function returnAddress(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  outcome: { code: string } | { error: 'access_denied' },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  url.searchParams.set('iss', env().appUrl);
  return url.href;
}
