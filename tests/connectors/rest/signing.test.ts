import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { restConnectionSchema } from '@/server/connectors/rest/connection';
import { curlOf } from '@/server/connectors/rest/curl';
import { startHttpDouble } from '../../support/doubles/http-double';
import { operationOf, runOperation } from './support';

const digest = { authType: 'digest_auth', username: 'ann', password: 'p:w' } as const;
const aws = {
  authType: 'aws_signature',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'secret/key',
  awsRegion: 'eu-west-1',
  awsService: 'execute-api',
} as const;
const textBody = { kind: 'text', mediaType: 'text/plain', wholeKey: 'body', parts: [] } as const;
const post = operationOf({
  path: '/a b/{id}',
  method: 'post',
  fixedQuery: 'b=2&a=x%20y&b=1',
  parameters: [{ key: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
  body: { ...textBody, parts: [] },
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Whether a request is signed with the password, as a server of its own would check it. */
function isDigested({ method, url, headers }: IncomingMessage): boolean {
  const field = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(headers.authorization ?? '')?.[1];
  const first = md5(`ann:r:p:w`);
  const expected = md5(`${first}:n:${field('nc')}:${field('cnonce')}:auth:${md5(`${method}:${url}`)}`);
  return field('response') === expected && field('uri') === url;
}

describe('digest', () => {
  async function api(
    answer: (request: IncomingMessage) => [status: number, headers?: Record<string, string>],
  ) {
    const bodies: string[] = [];
    const double = await startHttpDouble((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        bodies.push(body);
        const [status, headers = {}] = answer(request);
        response.writeHead(status, headers).end();
      });
    });
    return { ...double, bodies };
  }
  const challenge = { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"', 'set-cookie': 'sid=1' };

  test('a challenge is answered, with the same body, and cookies stay', async () => {
    const cookies: (string | undefined)[] = [];
    const double = await api((request) => {
      cookies.push(request.headers.cookie);
      return isDigested(request) ? [204] : [401, challenge];
    });
    const { errors } = await runOperation(
      post,
      { id: '1/2', body: 'hi' },
      { apiBaseUrl: double.origin, ...digest },
    );
    expect(errors).toEqual([]);
    expect(double.bodies).toEqual(['hi', 'hi']);
    expect(cookies).toEqual([undefined, 'sid=1']);
    await double.close();
  });

  test('each hop of a redirect at the same origin is signed for itself', async () => {
    const double = await api((request) => {
      if (!isDigested(request)) return [401, challenge];
      return request.url === '/x' ? [302, { location: '/y?a=1' }] : [204];
    });
    const { errors } = await runOperation(
      operationOf({ path: '/x' }),
      {},
      { apiBaseUrl: double.origin, ...digest },
    );
    expect(errors).toEqual([]);
    expect(double.received).toEqual(['GET /x', 'GET /x', 'GET /y?a=1', 'GET /y?a=1']);
    await double.close();
  });

  test('another origin gets no answer to its challenge', async () => {
    const other = await api(() => [401, challenge]);
    const double = await api((request) =>
      isDigested(request) ? [302, { location: `${other.origin}/x` }] : [401, challenge],
    );
    const { errors, log } = await runOperation(
      operationOf({ path: '/x' }),
      {},
      { apiBaseUrl: double.origin, ...digest },
    );
    expect(other.received).toHaveLength(1);
    expect(errors).toMatchObject([
      { code: 'HTTP 401', hint: expect.stringContaining('without Authorization') },
    ]);
    expect(log[0]).toContain('Not sent to');
    await Promise.all([double.close(), other.close()]);
  });

  test('a wrong password is asked for once, and a call without a challenge says that it was not signed', async () => {
    const refusing = await api(() => [401, challenge]);
    const wrong = await runOperation(
      operationOf({ path: '/x' }),
      {},
      { apiBaseUrl: refusing.origin, ...digest },
    );
    expect(wrong.errors).toMatchObject([{ code: 'HTTP 401' }]);
    expect(refusing.received).toHaveLength(2);
    await refusing.close();
    const open = await api(() => [204]);
    const { log } = await runOperation(
      operationOf({ path: '/x' }),
      {},
      { apiBaseUrl: open.origin, ...digest },
    );
    expect(log.join()).toContain("The API didn't ask for a digest sign-in");
    await open.close();
  });
});

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** The signature that AWS would expect, from what arrived: its guide's steps, one after the other. */
function expectedSignature({ method, url = '', headers }: IncomingMessage, body: Buffer): string {
  const [, scope = '', names = ''] =
    /\/(\d{8}\/[^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path.split('/').map(encodeURIComponent).join('/'),
    query.split('&').filter(Boolean).sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${aws.secretAccessKey}`);
  return createHmac('sha256', key).update(text).digest('hex');
}

describe('AWS Signature', () => {
  test.each([
    ['a POST with a body', post, { id: '1/2', body: 'hi' }, {}],
    ['a GET', operationOf({ path: '/x' }), {}, {}],
    ['a session', operationOf({ path: '/x' }), {}, { sessionToken: 'token+/=' }],
  ])('of %s is what AWS computes', async (_, operation, values, changes) => {
    const seen: { sent: string; expected: string; token: unknown }[] = [];
    const double = await startHttpDouble((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({
          sent: /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1] ?? '',
          expected: expectedSignature(request, Buffer.concat(chunks)),
          token: request.headers['x-amz-security-token'],
        });
        response.end();
      });
    });
    await runOperation(operation, values, { apiBaseUrl: double.origin, ...aws, ...changes });
    await double.close();
    expect(seen).toHaveLength(1);
    expect(seen[0]?.sent).toMatch(/^[0-9a-f]{64}$/);
    expect(seen[0]?.sent).toBe(seen[0]?.expected);
    expect(seen[0]?.token).toBe('sessionToken' in changes ? changes.sessionToken : undefined);
  });

  test('stays with its origin', async () => {
    let headers: IncomingMessage['headers'] = {};
    const other = await startHttpDouble((request, response) => {
      headers = request.headers;
      response.end();
    });
    const start = await startHttpDouble(
      (_, response) => void response.writeHead(302, { location: `${other.origin}/x` }).end(),
    );
    await runOperation(operationOf({}), {}, { apiBaseUrl: start.origin, ...aws, sessionToken: 'canary' });
    expect(Object.keys(headers).filter((name) => /authorization|amz/.test(name))).toEqual([]);
    await Promise.all([start.close(), other.close()]);
  });
});

test.each([
  ['digest_auth', {}],
  ['aws_signature', { accessKeyId: 'A', secretAccessKey: 'b', awsRegion: 'c' }],
  ['custom_headers', {}],
] as const)('%s without its values is refused before anything is sent', async (authType, rest) => {
  const run = runOperation(operationOf({}), {}, { apiBaseUrl: 'http://127.0.0.1:1', authType, ...rest });
  await expect(run).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringMatching(/not been filled in/),
  });
});

test('as curl, which signs by itself', () => {
  const curl = (connection: object) =>
    curlOf(restConnectionSchema.parse({ apiBaseUrl: 'https://api.example', ...connection }), {
      executable: operationOf({ path: '/x' }),
      values: {},
      own: null,
    });
  expect(curl(digest)).toContain("--digest \\\n  --user 'ann:YOUR_PASSWORD'");
  expect(curl(aws)).toContain(
    "--aws-sigv4 'aws:amz:eu-west-1:execute-api' \\\n  --user 'AKIDEXAMPLE:YOUR_KEY'",
  );
});
