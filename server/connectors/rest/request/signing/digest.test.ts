import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '@/server/connectors/_shared/http/http-types';
import { challengesIn } from './challenges';
import { DigestSigner } from './digest';

const request = {
  method: 'GET',
  origin: 'http://www.example.org',
  target: '/dir/index.html',
  headers: [],
  body: null,
  secretHeaders: [],
  secretTexts: [],
  isBodySecret: false,
};

/** What a challenge is answered with. */
function answered(
  challenge: string,
  {
    username = 'Mufasa',
    password = 'Circle of Life',
    nonce = '',
    ...changes
  }: { username?: string; password?: string; nonce?: string } & Partial<HttpRequest> = {},
) {
  const signer = new DigestSigner({ username, password }, () => nonce);
  const answer = signer.answer({ ...request, ...changes }, { headers: [['www-authenticate', challenge]] });
  return answer?.headers.find(([name]) => name === 'Authorization')?.[1] ?? null;
}

const nonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
const offered = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

describe('digest sign-in', () => {
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('is what RFC 7616 §3.9.1 says for %s', (algorithm, response) => {
    expect(answered(offered(algorithm), { nonce })).toBe(
      `Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", response="${response}", algorithm=${algorithm}, opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001, cnonce="${nonce}"`,
    );
  });

  test('is what RFC 7616 §3.9.2 says for SHA-512-256 and a hashed name', () => {
    const challenge =
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true';
    const header = answered(challenge, {
      username: 'Jäsøn Doe',
      password: 'Secret, or not?',
      target: '/doe.json',
      nonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm',
    });
    expect(header).toContain('username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"');
    expect(header).toContain('userhash=true');
  });

  test('as before RFC 2617, without a quality, and for a session', () => {
    expect(answered('Digest realm="r", nonce="n"')).not.toContain('qop');
    const session = answered('Digest realm="r", nonce="n", qop="auth", algorithm=MD5-sess', { nonce: 'c' });
    expect(session).not.toBe(
      answered('Digest realm="r", nonce="n", qop="auth", algorithm=MD5', { nonce: 'c' }),
    );
  });

  test('signs the body, too, if the server takes nothing else', () => {
    const [one, two] = ['a', 'b'].map((body) =>
      answered('Digest realm="r", nonce="n", qop=auth-int', { body: Buffer.from(body) }),
    );
    expect(one).toContain('qop=auth-int');
    expect(one).not.toBe(two);
  });

  test('picks the first challenge that it knows, and answers no other', () => {
    expect(
      answered('Basic realm="x", Digest realm="r", nonce="n", algorithm=SHA-1, Digest realm="s", nonce="n"'),
    ).toContain('realm="s"');
    expect(answered('Basic realm="Digest nonce=1"')).toBeNull();
    expect(answered('Digest realm="without a nonce"')).toBeNull();
  });
});

test('challenges are read as they are written', () => {
  expect(challengesIn(['Negotiate, Bearer abc==, Digest realm="a \\"b\\", c",nonce=x , Basic'])).toEqual([
    { scheme: 'negotiate', parameters: new Map() },
    { scheme: 'bearer', parameters: new Map() },
    {
      scheme: 'digest',
      parameters: new Map([
        ['realm', 'a "b", c'],
        ['nonce', 'x'],
      ]),
    },
    { scheme: 'basic', parameters: new Map() },
  ]);
});
