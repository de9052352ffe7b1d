import { expect } from '@playwright/test';
import { addPerson, takeAwayPerson } from './support/extra-person';
import { people } from './support/people';
import { test } from './support/workspace';

const FLOODER = 'demo-flood';

/** Signs in, and returns the cookie. */
async function sessionOf(origin: string, userId: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/demo/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ userId }),
  });
  expect(response.ok).toBe(true);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

test.afterAll(() => takeAwayPerson(FLOODER));

test('S66 a person who opens 400 pages at once is told to wait, and nobody else notices', {
  tag: '@long',
}, async ({ baseURL }) => {
  const origin = baseURL ?? '';
  await addPerson(FLOODER, 'Fay Flood');
  const [flooder, other] = await Promise.all([
    sessionOf(origin, FLOODER),
    sessionOf(origin, people.stranger),
  ]);
  const open = async (path: string, cookie: string) => {
    const response = await fetch(origin + path, { headers: { cookie }, redirect: 'manual' });
    return { response, text: await response.text() };
  };
  const flood = Promise.all(Array.from({ length: 400 }, () => open('/orgs', flooder)));
  const others = Array.from({ length: 5 }, () => open('/northwind/commands', other));
  const probes = Array.from({ length: 20 }, () => open('/readyz', ''));
  for (const { response } of await Promise.all([...others, ...probes])) expect(response.status).toBe(200);

  const answers = await flood;
  const statuses = new Set(answers.map(({ response }) => response.status));
  expect([...statuses].sort()).toEqual([200, 429]);
  const refused = answers.find(({ response }) => response.status === 429);
  expect(Number(refused?.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused?.text).toContain('Too many pages were opened at once.');
  expect(refused?.response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});
