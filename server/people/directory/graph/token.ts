import type { ConfidentialClientApplication } from '@azure/msal-node';
import type { DirectorySettings } from '@/server/base/env-directory';
import { callOutside } from '@/server/base/outside/call-outside';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { GraphError } from '@/server/people/directory/graph/graph-error';

/** Microsoft's client has no limit of its own. */
const TOKEN_TIMEOUT_MS = 30_000;

/** Microsoft's client for this directory, which keeps tokens until they expire. */
export async function directoryClient(directory: DirectorySettings): Promise<ConfidentialClientApplication> {
  // Loading it makes a worker's start up to a tenth longer, and few installations have a directory.
  const { ConfidentialClientApplication, ProtocolMode } = await import('@azure/msal-node');
  return new ConfidentialClientApplication({
    auth: {
      clientId: directory.clientId,
      clientSecret: directory.clientSecret,
      authority: directory.issuer,
      knownAuthorities: [new URL(directory.issuer).host],
    },
    system: { protocolMode: ProtocolMode.OIDC },
  });
}

/**
 * Returns a token of the application itself, for Microsoft Graph. Throws `GraphError` if the directory doesn't give
 * one; the message names what to check.
 */
export async function graphToken(
  client: ConfidentialClientApplication,
  { graphUrl }: DirectorySettings,
): Promise<string> {
  try {
    const scopes = [`${graphUrl}/.default`];
    const result = await inDirectoryTime(() => client.acquireTokenByClientCredential({ scopes }));
    if (result !== null) return result.accessToken;
  } catch (error) {
    if (error instanceof TookTooLong) throw tooLate(error);
    throw new GraphError('signIn', refusal(error), { cause: error });
  }
  throw new GraphError('signIn', 'The directory gave no token to Pushboard.');
}

/** Asks the directory for something, within its time. Throws `TookTooLong`, and the errors of Microsoft's client. */
export const inDirectoryTime = <T>(work: () => Promise<T>): Promise<T> =>
  callOutside('directory', TOKEN_TIMEOUT_MS, work, { isAnswer });

/** The directory's own words have a code of its own; what never reached it has one of Microsoft's client. */
const isAnswer = (error: unknown): boolean => error instanceof Error && /AADSTS|invalid_/.test(error.message);

function tooLate(cause: TookTooLong): GraphError {
  const message = `The directory did not answer within ${TOKEN_TIMEOUT_MS / 1000} seconds when Pushboard itself signed in. Sync again in a few minutes.`;
  return new GraphError('silent', message, { cause });
}

/** Entra's own codes: https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
function refusal(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/AADSTS7000215|AADSTS7000222|invalid_client/.test(text)) {
    return 'The directory refused the client secret. It may have expired: set a new one in ENTRA_CLIENT_SECRET.';
  }
  if (/AADSTS700016|unauthorized_client/.test(text)) {
    return 'The directory does not know this app registration. Check ENTRA_CLIENT_ID and ENTRA_TENANT_ID.';
  }
  return 'The directory could not be reached to sign in Pushboard itself. Check ENTRA_LOGIN_URL, ENTRA_TENANT_ID, and the network.';
}
