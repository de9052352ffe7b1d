import { expect, test } from 'vitest';
import type { RestConnection } from '@/server/connectors/rest/connection';
import { startHttpDouble } from '../../support/doubles/http-double';
import { operationOf, runOperation } from './support';

const send = operationOf({ path: '/x', method: 'post' });

/** The message of a refusal with this body. */
async function refusal(
  body: string,
  contentType = 'application/json',
  connection: Partial<RestConnection> = {},
): Promise<string | undefined> {
  const double = await startHttpDouble(
    (_, response) => void response.writeHead(422, { 'content-type': contentType }).end(body),
  );
  try {
    const { errors } = await runOperation(send, {}, { apiBaseUrl: double.origin, ...connection });
    return errors[0]?.message;
  } finally {
    await double.close();
  }
}

const PLAIN = 'The API answered 422 Unprocessable Entity.';
const invalid = 'Invalid email address';

test.each([
  [{ title: 'Not valid', status: 422, detail: `email: ${invalid}` }, `email: ${invalid}`],
  [{ title: invalid }, invalid],
  [
    { message: 'Validation Failed', errors: [{ message: invalid }, { message: 'Too short.' }] },
    `${invalid}; Too short`,
  ],
  [{ errors: [{ title: 'Bad', detail: invalid }] }, invalid],
  [{ message: [invalid], error: 'Unprocessable Entity', statusCode: 422 }, invalid],
  [{ error: { message: `${invalid}.`, code: 7 } }, invalid],
  [{ error: 'invalid_grant', error_description: invalid }, invalid],
  [{ detail: [{ loc: ['body', 'email'], msg: invalid }] }, invalid],
  [{ detail: 'Two\n\tlines' }, 'Two lines'],
])('the reason that the response %j has stands in the message', async (body, reason) => {
  const message = `The API answered 422 Unprocessable Entity: ${reason}.`;
  expect(await refusal(JSON.stringify(body), 'application/problem+json; charset=utf-8')).toBe(message);
});

test.each([
  ['{"message":"<!DOCTYPE html><p>Bad"}', 'application/json'],
  ['{"message":"Bad"}', 'text/html'],
  ['{"code":7,"message":null}', 'application/json'],
  ['{"message":', 'application/json'],
  [`{"message":"Bad","rest":"${'x'.repeat(70_000)}"}`, 'application/json'],
])('of %j as %s, nothing is taken into the message', async (body, type) => {
  expect(await refusal(body, type)).toBe(PLAIN);
});

test('a long reason is cut', async () => {
  const message = (await refusal(JSON.stringify({ detail: '🙂'.repeat(1000) }))) ?? '';
  expect(message).toMatch(/🙂….$/u);
  expect([...message].length).toBeLessThanOrEqual(300);
});

test('a reason that repeats a secret is left out', async () => {
  const body = JSON.stringify({ detail: 'The key canary-1234 was revoked' });
  const bearer = { authType: 'bearer_token', bearerToken: 'canary-1234' } as const;
  expect(await refusal(body, 'application/json', bearer)).toBe(PLAIN);
  const basic = { authType: 'basic_auth', username: 'jo', password: 'canary-1234' } as const;
  expect(await refusal(body, 'application/json', basic)).toBe(PLAIN);

  const parameter = { key: 'pin', name: 'x-pin', in: 'header', style: 'simple', explode: false } as const;
  const double = await startHttpDouble(
    (_, response) => void response.writeHead(422, { 'content-type': 'application/json' }).end(body),
  );
  const operation = { ...send, parameters: [parameter] };
  const values = { pin: 'canary-1234' };
  const { errors } = await runOperation(
    operation,
    values,
    { apiBaseUrl: double.origin },
    { secretKeys: ['pin'] },
  );
  expect(errors[0]?.message).toBe(PLAIN);
  await double.close();
});
