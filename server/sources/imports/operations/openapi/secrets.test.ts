import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importOpenapi } from './import-openapi';

const inputsOf = async (text: string, cloudId: string) =>
  (await importOpenapi(text)).operations
    .find((each) => each.cloudId === cloudId)
    ?.inputs.map(({ key, type }) => [key, type.inputType ?? type.component]);

const described = (operation: object, rest: object = {}, head: object = { openapi: '3.0.3' }) =>
  JSON.stringify({
    ...head,
    info: { title: 'Keys', version: '1' },
    paths: { '/x/{token}': { put: { responses: {}, ...operation } } },
    ...rest,
  });

const text = { type: 'string' };
const header = (name: string) => ({ name, in: 'header', schema: text });

describe('S53 secrets that a description names', () => {
  test('an explicit key in a header is a password', async () => {
    const petstore = readFileSync('tests/samples/openapi/petstore-3.0.yaml', 'utf8');
    expect(await inputsOf(petstore, 'api::delete::/pet/{petId}')).toEqual([
      ['header.api_key', 'password'],
      ['path.petId', 'number'],
    ]);
  });

  test('secrets are found in query, cookie, and body, at any depth, and by their format', async () => {
    const operation = {
      parameters: [
        { name: 'access_token', in: 'query', schema: text },
        { name: 'tokenize', in: 'query', schema: text },
        { name: 'pin', in: 'cookie', schema: { type: 'string', format: 'password' } },
      ],
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { client_secret: text, name: text } },
          },
        },
      },
    };
    expect(await inputsOf(described(operation), 'api::put::/x/{token}')).toEqual([
      ['query.access_token', 'password'],
      ['query.tokenize', 'text'],
      ['cookie.pin', 'password'],
      ['path.token', 'text'],
      ['body.client_secret', 'password'],
      ['body.name', 'text'],
    ]);
    const nested = {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { login: { type: 'object', properties: { password: text } } },
            },
          },
        },
      },
    };
    const [, login] = (await importOpenapi(described(nested))).operations[0]?.inputs ?? [];
    expect(login?.type.properties?.[0]?.type.inputType).toBe('password');
  });

  test('a parameter that a security scheme fills in is not an input', async () => {
    const components = {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    };
    const parameters = [header('authorization'), header('x-key'), header('X-Trace')];
    const keys = async (security: object[]) => {
      const text = described({ parameters, security }, { components });
      return (await inputsOf(text, 'api::put::/x/{token}'))?.map(([key]) => key);
    };
    expect(await keys([{ bearer: [] }])).toEqual(['header.x-key', 'header.X-Trace', 'path.token']);
    expect(await keys([{ bearer: [], key: [] }])).toEqual(['header.X-Trace', 'path.token']);
    // If one of several alternatives is enough, only the parameters that all of them fill in are left out.
    expect(await keys([{ bearer: [] }, { key: [] }])).toHaveLength(4);
    expect(await keys([])).toHaveLength(4);
  });
});
