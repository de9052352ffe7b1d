import { expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '@/lib/contract/operations';

/** The names of secrets, in any spelling. */
const SECRET =
  /pass(word|phrase)|secret|token|private_?key|api_?key|authorization|connection_?string|sealed/i;

/** Keys that sound like a secret but aren't: which fields are secret, where one is requested or sent, the
 * names of variables that one comes from, and ids and counts of access tokens. */
const HARMLESS = new Set([
  'secret_keys',
  'api_key_name',
  'api_key_in',
  'token_url',
  'bearer_token_source',
  'password_source',
  'token_id',
  'token_count',
]);

/** The responses that have a secret on purpose, once: a token that was just made. */
const SHOWN_ONCE = [
  'createToken: token',
  'createWebhook: secret',
  'replaceWebhookSecret: secret',
  'copyToken: token',
  'createServiceToken: token',
  'makePushWebhook: secret',
];

/** The shape that replaces a secret: whether it is set. */
const IS_SET = /^\{("type":"object",)?"properties":\{"is_set":\{[^{}]*\}\}[,}]/;

function tellsOnlyThatItIsSet(schema: unknown): boolean {
  if (typeof schema === 'object' && schema !== null && 'anyOf' in schema && Array.isArray(schema.anyOf)) {
    return schema.anyOf.every(
      (each) => JSON.stringify(each) === '{"type":"null"}' || tellsOnlyThatItIsSet(each),
    );
  }
  return IS_SET.test(JSON.stringify(schema));
}

/** The keys of a response, at any depth, that could hold a secret. */
function secretKeysOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(secretKeysOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'properties' || typeof value !== 'object' || value === null) return secretKeysOf(value);
    return Object.entries(value).flatMap(([name, inner]) => {
      const isSecret = SECRET.test(name) && !HARMLESS.has(name) && !tellsOnlyThatItIsSet(inner);
      return isSecret ? [name] : secretKeysOf(inner);
    });
  });
}

const asJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });

it('S21 S32 no response has a key that could hold a secret, except for new tokens', () => {
  const found = operations.flatMap(({ id, answer }) =>
    answer.kind === 'json' ? secretKeysOf(asJson(answer.schema)).map((key) => `${id}: ${key}`) : [],
  );
  expect([...new Set(found)].sort()).toEqual([...SHOWN_ONCE].sort());
});

it('S21 a key of a secret is noticed at any depth, unless it only says that one is set', () => {
  const isSet = z.object({ is_set: z.boolean() });
  const schema = z.array(
    z.object({
      name: z.string(),
      inner: z.object({ clientSecret: z.string().nullable() }).nullable(),
      password: isSet.nullable(),
      api_key: isSet,
      bearer_token: z.object({ is_set: z.boolean(), value: z.string() }),
    }),
  );
  expect(secretKeysOf(asJson(schema))).toEqual(['clientSecret', 'bearer_token']);
});
