import type { Actor } from '@/lib/access/vocabulary';
import type { AppError } from '@/server/base/errors';
import { readableEverywhere } from '@/server/http/requests/cross-origin';
import { boundedText, refuseDeep } from '@/server/http/requests/read-body';
import { type Incoming, serve } from '@/server/http/serve';
import { revokeByToken } from '@/server/programs/oauth/connected-apps';
import { exchangeCode } from '@/server/programs/oauth/exchange-code';
import { OAuthRefusal } from '@/server/programs/oauth/oauth-error';
import { renew } from '@/server/programs/oauth/refresh-tokens';
import { registerClient } from '@/server/programs/oauth/register-client';

const LARGEST_BODY_BYTES = 64_000;

/** Programs show a code or a token in the body, so nothing in the headers says who calls. */
const nobody = async (): Promise<Actor> => ({ kind: 'signedOut' });

const json = (body: unknown, status: number, headers: HeadersInit = {}): Response =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache', ...headers } });

/** Anything that a program's developer can't fix, in the form of OAuth. */
function asOAuth({ status, message, retryAfterSeconds }: AppError): Response {
  const error = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  const headers: HeadersInit = retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return json({ error, error_description: message }, status, headers);
}

/**
 * Serves one of the program-facing requests of OAuth, through what every request goes through. Programs that run in a page of
 * another site send them, too: what they show is in the body, and cookies are not read.
 */
function endpoint(
  name: string,
  limit: 'person' | 'signIn',
  answer: (incoming: Incoming) => Promise<Response>,
) {
  return async (request: Request): Promise<Response> => {
    const door = { name, limit, identify: nobody, refuse: asOAuth };
    const response = await serve(request, door, async (incoming) => {
      try {
        return await answer(incoming);
      } catch (thrown) {
        if (!(thrown instanceof OAuthRefusal)) throw thrown;
        return json({ error: thrown.code, error_description: thrown.message }, 400);
      } finally {
        incoming.release();
      }
    });
    return readableEverywhere(response);
  };
}

/** The fields of a form, each of which may come once (RFC 6749 §3.2). */
async function readForm(incoming: Incoming): Promise<(name: string) => string> {
  const type = incoming.request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new OAuthRefusal('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(await boundedText(incoming, LARGEST_BODY_BYTES));
  return (name) => {
    const values = form.getAll(name);
    if (values.length > 1) throw new OAuthRefusal('invalid_request', `${name} is sent more than once.`);
    return values[0] ?? '';
  };
}

export const handleToken = endpoint('oauthToken', 'person', async (incoming) => {
  const { audit } = incoming;
  const field = await readForm(incoming);
  const resource = field('resource') || null;
  const clientId = field('client_id');
  switch (field('grant_type')) {
    case 'authorization_code':
      return json(
        await exchangeCode(
          {
            code: field('code'),
            clientId,
            redirectUri: field('redirect_uri'),
            codeVerifier: field('code_verifier'),
            resource,
          },
          audit,
        ),
        200,
      );
    case 'refresh_token':
      return json(await renew({ refreshToken: field('refresh_token'), clientId, resource }, audit), 200);
    default:
      throw new OAuthRefusal(
        'unsupported_grant_type',
        'Only authorization_code and refresh_token are supported.',
      );
  }
});

export const handleRegistration = endpoint('oauthRegister', 'signIn', async (incoming) => {
  const text = await boundedText(incoming, LARGEST_BODY_BYTES);
  refuseDeep(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new OAuthRefusal('invalid_client_metadata', 'Send the client metadata as JSON.');
  }
  return json(await registerClient(body), 201);
});

export const handleRevocation = endpoint('oauthRevoke', 'person', async (incoming) => {
  const field = await readForm(incoming);
  await revokeByToken(field('token'), incoming.audit);
  return json({}, 200);
});

/** A document that says where something is. It holds nothing secret. */
export const metadataResponse = (document: object): Response =>
  readableEverywhere(Response.json(document, { headers: { 'Cache-Control': 'public, max-age=300' } }));
