import type { InputType } from '@/lib/inputs/input';

/** A name that ends in one of these is a secret's. */
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

/** Tokens that only say where a list goes on, or which call this is: one wants to see and keep them. */
const plainTokens =
  /^(page|paging|pagination|next|prev|previous|start|skip|offset|cursor|continue|continuation|sync|resume|resumption|delta|idempotency|request)$/;

/** What follows the word in a second field for the same, such as `passwordConfirmation` or `password2`. */
const repetition = /^(confirm|confirmation|repeat|again|\d+)$/;

/** Whether what goes under a name is a secret. Whole words count: `access_token` is one, `tokenize` is none. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  while (words.length > 1 && repetition.test(words.at(-1) ?? '')) words.pop();
  if (words.at(-1) === 'token' && plainTokens.test(words.at(-2) ?? '')) return false;
  return secretEndings.some((ending) => ending.every((word, at) => words.at(at - ending.length) === word));
}

/** The type of an input of this name: a text that is a secret is a password, which is sealed and never shown. */
export function maskedType(name: string, type: InputType): InputType {
  const isText = type.jsonType === 'string' && type.component === 'b-input';
  return isText && isSecretName(name) ? { ...type, typeId: 'string:password', inputType: 'password' } : type;
}

/** `X-Api-Key`, `clientSecret2` and `APIKey` as lower-case words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replace(/(\d+)$/, ' $1')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
