import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { keepConnections } from '../app/keep-connections';

/** An issuer on loopback whose responses a test can spoil. */
export interface FaultyIssuer {
  url: string;
  /** Changes the discovery document. */
  document: (right: Record<string, unknown>) => Record<string, unknown>;
  /** Changes the claims of the next ID token. */
  claims: (right: JWTPayload) => JWTPayload;
  /** Writes the next ID token itself; null for a signed one. */
  token: ((claims: JWTPayload) => Promise<string>) | null;
  /** The paths that were asked for, in order. */
  asked: string[];
  /** Answers a path in its own way: a status and a body, or never. */
  answers: Map<string, { status: number; body: string } | 'never'>;
  /** Signs any claims with its key. */
  sign(claims: JWTPayload, header?: { alg?: string; typ?: string }): Promise<string>;
  /** Signs with a new key from now on. */
  rotateKey(): Promise<void>;
  /** What the provider would redirect to, for an authorization address. */
  callbackFor(authorization: string): string;
  stop(): Promise<void>;
}

export async function startFaultyIssuer(): Promise<FaultyIssuer> {
  let key = await generateKeyPair('RS256', { extractable: true });
  let keyId = 1;
  let nonce = '';
  const server = createServer(keepConnections, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', double.url);
    double.asked.push(pathname);
    const answer = double.answers.get(pathname);
    if (answer === 'never') return;
    response.setHeader('Content-Type', 'application/json');
    if (answer !== undefined) {
      response.statusCode = answer.status;
      return void response.end(answer.body);
    }
    response.end(JSON.stringify(await usual(pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  async function usual(pathname: string): Promise<object> {
    const { url } = double;
    if (pathname.endsWith('openid-configuration')) {
      return double.document({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
      });
    }
    if (pathname === '/jwks') {
      return {
        keys: [{ ...(await exportJWK(key.publicKey)), kid: String(keyId), alg: 'RS256', use: 'sig' }],
      };
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = double.claims({
      iss: url,
      aud: 'pushboard',
      sub: 'ana-1',
      nonce,
      iat: now,
      exp: now + 600,
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      email_verified: true,
    });
    return {
      access_token: 'x',
      token_type: 'Bearer',
      id_token: double.token === null ? await double.sign(claims) : await double.token(claims),
    };
  }

  const double: FaultyIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: (right) => right,
    claims: (right) => right,
    token: null,
    asked: [],
    answers: new Map(),
    sign: (claims, header) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: String(keyId), ...header })
        .sign(key.privateKey),
    async rotateKey() {
      key = await generateKeyPair('RS256', { extractable: true });
      keyId += 1;
    },
    callbackFor(authorization) {
      const asked = new URL(authorization).searchParams;
      nonce = asked.get('nonce') ?? '';
      const { pathname } = new URL(asked.get('redirect_uri') ?? '');
      return `${pathname}?code=c&state=${asked.get('state')}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return double;
}

/** A token that claims to need no signature. */
export async function unsigned(claims: JWTPayload): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

/** A token that a key of someone else signed. */
export async function signedByAnother(claims: JWTPayload): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: '1' }).sign(privateKey);
}
