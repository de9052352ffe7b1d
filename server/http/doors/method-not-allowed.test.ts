import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { describeRefusedMethods } from './method-not-allowed';

beforeAll(() => describeRefusedMethods());

async function answerTo(
  path: string,
  method: string,
  status = 405,
): Promise<{ type: string | null; allow: string | null; text: string }> {
  const server = createServer((_, response) => {
    response.statusCode = status;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    expect(response.status).toBe(status);
    const { headers } = response;
    return { type: headers.get('content-type'), allow: headers.get('allow'), text: await response.text() };
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

it('a method that the API does not take is refused in the shape of its errors', async () => {
  const { type, text } = await answerTo('/api/v1/users/me', 'PUT');
  expect(type).toBe('application/json');
  expect(JSON.parse(text)).toEqual({
    error: {
      code: 'method_not_allowed',
      message: 'PUT is not possible here. /api/v1/openapi.json lists the methods of each path.',
      request_id: expect.any(String),
    },
  });
});

it.each([
  ['/api/v1/users/me?x=1', 'GET, HEAD, OPTIONS, PATCH, POST'],
  ['/api/v1/org-a/kits/7', 'OPTIONS, PATCH, DELETE'],
  ['/api/v1/org-a/creds/', 'GET, HEAD, OPTIONS, POST'],
  ['/api/v1/org%20a/kits/7', 'OPTIONS, PATCH, DELETE'],
  ['/api/v1/nothing', null],
])('%s says which methods it takes: %s', async (path, allow) => {
  const sorted = (text: string | null) => text?.split(', ').sort() ?? null;
  expect(sorted((await answerTo(path, 'PUT')).allow)).toEqual(sorted(allow));
});

it.each([
  ['/api/v1/users/me', 'GET', 204],
  ['/api/v1/users/me', 'HEAD', 405],
  ['/commands', 'PUT', 405],
])('other empty answers stay empty: %s %s %d', async (path, method, status) => {
  expect((await answerTo(path, method, status)).text).toBe('');
});
