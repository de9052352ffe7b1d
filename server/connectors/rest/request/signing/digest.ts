import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse, Signer } from '@/server/connectors/_shared/http/http-types';
import { percentEncode } from '../percent';
import { type Challenge, challengesIn } from './challenges';

/** The names of RFC 7616 §6.1, and what Node.js calls them. */
const algorithms = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
]);

type Credential = { username: string; password: string };

/** Digest sign-in (RFC 7616): the password itself is never sent, only what the server's challenge makes of it. */
export class DigestSigner implements Signer {
  /** Whether the server has asked to sign in. */
  wasAsked = false;

  /** @param newNonce the client's part of each signature */
  constructor(
    private readonly credential: Credential,
    private readonly newNonce: () => string,
  ) {}

  answer(request: HttpRequest, response: Pick<HttpResponse, 'headers'>): HttpRequest | null {
    const offered = response.headers
      .filter(([name]) => name === 'www-authenticate')
      .map(([, value]) => value);
    // Servers name what they prefer first.
    const challenge = challengesIn(offered).find(isKnown);
    if (challenge === undefined) return null;
    this.wasAsked = true;
    const value = digestHeader(challenge, this.credential, request, this.newNonce());
    const others = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
    return { ...request, headers: [...others, ['Authorization', value]] };
  }
}

function isKnown({ scheme, parameters }: Challenge): boolean {
  const qualities = qualitiesOf(parameters);
  return (
    scheme === 'digest' &&
    parameters.has('nonce') &&
    algorithms.has(algorithmOf(parameters).name) &&
    (qualities.length === 0 || qualities.includes('auth') || qualities.includes('auth-int'))
  );
}

function algorithmOf(parameters: Challenge['parameters']): { name: string; isSession: boolean } {
  const written = (parameters.get('algorithm') ?? 'MD5').toLowerCase();
  return { name: written.replace(/-sess$/, ''), isSession: written.endsWith('-sess') };
}

const qualitiesOf = (parameters: Challenge['parameters']): string[] =>
  (parameters.get('qop') ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** The value of `Authorization` (RFC 7616 §3.4). */
function digestHeader(
  { parameters }: Challenge,
  { username, password }: Credential,
  request: HttpRequest,
  clientNonce: string,
): string {
  const { name, isSession } = algorithmOf(parameters);
  const hash = (content: string | Uint8Array): string =>
    createHash(algorithms.get(name) ?? 'md5')
      .update(content)
      .digest('hex');
  const of = (key: string): string => parameters.get(key) ?? '';
  const qualities = qualitiesOf(parameters);
  const quality = qualities.includes('auth') ? 'auth' : (qualities[0] ?? null);
  const secret = hash(`${username}:${of('realm')}:${password}`);
  const first = isSession ? hash(`${secret}:${of('nonce')}:${clientNonce}`) : secret;
  const bodyHash = quality === 'auth-int' ? `:${hash(request.body ?? '')}` : '';
  const second = hash(`${request.method}:${request.target}${bodyHash}`);
  const count = '00000001';
  const middle = quality === null ? of('nonce') : `${of('nonce')}:${count}:${clientNonce}:${quality}`;
  const isHashed = of('userhash').toLowerCase() === 'true';
  const fields = [
    isHashed ? `username="${hash(`${username}:${of('realm')}`)}"` : userField(username),
    quoted('realm', of('realm')),
    quoted('nonce', of('nonce')),
    quoted('uri', request.target),
    `response="${hash(`${first}:${middle}:${second}`)}"`,
    ...(parameters.has('algorithm') ? [`algorithm=${of('algorithm')}`] : []),
    ...(parameters.has('opaque') ? [quoted('opaque', of('opaque'))] : []),
    ...(quality === null ? [] : [`qop=${quality}`, `nc=${count}`, quoted('cnonce', clientNonce)]),
    ...(isHashed ? ['userhash=true'] : []),
  ];
  return `Digest ${fields.join(', ')}`;
}

const quoted = (name: string, value: string): string => `${name}="${value.replace(/["\\]/g, '\\$&')}"`;

/** A name beyond ASCII has a form of its own (RFC 7616 §3.4.4). */
function userField(username: string): string {
  return /^[\x20-\x7e]*$/.test(username) && !/["\\]/.test(username)
    ? quoted('username', username)
    : `username*=UTF-8''${percentEncode(username)}`;
}
