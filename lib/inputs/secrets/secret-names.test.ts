import { describe, expect, test } from 'vitest';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { isSecretName, maskedType } from './secret-names';

describe('S53 a secret is recognized by whole words of its name', () => {
  test.each([
    'api_key',
    'apikey',
    'apiKey',
    'APIKey',
    'x-api-key',
    'X-API-KEY',
    'token',
    'access_token',
    'accessToken',
    'X-Auth-Token',
    'secret',
    'client_secret',
    'clientSecret',
    'Authorization',
    'Proxy-Authorization',
    'password',
    'newPassword',
    'password_confirmation',
    'password2',
    'user[password]',
    'Ocp-Apim-Subscription-Key',
  ])('%s is a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each([
    'tokenize',
    'max_tokens',
    'token_type',
    'page_token',
    'nextPageToken',
    'password_expires_at',
    'secret_name',
    'apiKeyId',
    'key',
    'secretary',
    'passwordless',
    '',
    '2',
  ])('"%s" is not a secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  test('only texts become passwords', () => {
    expect(maskedType('token', openapiInputType('string'))).toMatchObject({
      typeId: 'string:password',
      inputType: 'password',
    });
    const kept = [
      openapiInputType('integer'),
      openapiInputType('string', { options: ['none', 'bearer'] }),
      openapiInputType('string:binary'),
    ];
    for (const type of kept) expect(maskedType('token', type)).toEqual(type);
  });
});
