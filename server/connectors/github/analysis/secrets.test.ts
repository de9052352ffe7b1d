import { expect, test } from 'vitest';
import { isMultilineName, isSecretName } from './secrets';

const words = (text: string): string[] => text.split(' ');

test.each(
  words(
    'password dbPassword rootpassword pw api-key apiKey GH_TOKEN GH_PAT client_secret credentials ssh_key',
  ),
)('%s is a secret', (name) => {
  expect(isSecretName(name, false)).toBe(true);
});

test.each(
  words(
    'max_tokens tokenizer token_count password_file secret_name public_key sort_key token_header compass use_token passing',
  ),
)('%s is no secret', (name) => {
  expect(isSecretName(name, false)).toBe(false);
});

test('a key is a secret as a variable of the environment, unless it is one of tables or caches', () => {
  expect(isSecretName('stripe_key', false)).toBe(false);
  expect(isSecretName('STRIPE_KEY', true)).toBe(true);
  expect(isSecretName('PRIMARY_KEY', true)).toBe(false);
  expect(isSecretName('CACHE_KEY', true)).toBe(false);
});

test('keys in PEM have several lines, and the paths of their files have one', () => {
  expect(isMultilineName('privateKey')).toBe(true);
  expect(isMultilineName('TLS_CERTIFICATE')).toBe(true);
  expect(isMultilineName('private_key_path')).toBe(false);
});
