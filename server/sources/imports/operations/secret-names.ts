import type { InputType } from '@/lib/inputs/input';

/** Names that end in one of these belong to secrets. */
const secretEndings = [
  ['password'],
  ['passwd'],
  ['pwd'],
  ['passphrase'],
  ['passcode'],
  ['secret'],
  ['token'],
  ['authorization'],
  ['apikey'],
  ['api', 'key'],
  ['auth', 'key'],
  ['access', 'key'],
  ['secret', 'key'],
  ['private', 'key'],
  ['subscription', 'key'],
];

/** Tokens that only identify a page of a list, or a call: people need to see and keep them. */
const plainTokens =
  /^(page|paging|pagination|next|prev|previous|start|skip|offset|cursor|continue|continuation|sync|resume|resumption|delta|idempotency|request)$/;

/** The suffix of a second field for the same value, such as `passwordConfirmation` or `password2`. */
const repetition = /^(confirm|confirmation|repeat|again|\d+)$/;

/** Whether a name belongs to a secret. Whole words count: `access_token` matches, `tokenize` doesn't. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  while (words.length > 1 && repetition.test(words.at(-1) ?? '')) words.pop();
  if (words.at(-1) === 'token' && plainTokens.test(words.at(-2) ?? '')) return false;
  return secretEndings.some((ending) => ending.every((word, at) => words.at(at - ending.length) === word));
}

/** The type of an input with this name: a text that is a secret becomes a password, which is sealed and never shown. */
export function maskedType(name: string, type: InputType): InputType {
  const isText = type.jsonType === 'string' && type.component === 'b-input';
  return isText && isSecretName(name) ? { ...type, typeId: 'string:password', inputType: 'password' } : type;
}

/** `X-Api-Key`, `clientSecret2`, and `APIKey` as lower-case words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replace(/(\d+)$/, ' $1')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
