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

/** Whether values of a type can be kept secret: single texts that are typed. */
export const canBeSecret = ({ jsonType, component, inputType, options }: InputType): boolean =>
  jsonType === 'string' && component === 'b-input' && inputType !== 'number' && options === null;

/** The type systems that have a type for secrets, what it is without that, and which keys are parts of addresses. */
const ownNames: Readonly<Record<string, { secret: string; open: string; inAddress: string } | undefined>> = {
  openapi: { secret: 'string:password', open: 'string', inAddress: 'path.' },
};

/** Whether the name of a type says by itself that it is a secret, so that choosing a type decides on that, too. */
export const saysSecrecy = ({ typeSystem }: Pick<InputType, 'typeSystem'>): boolean =>
  ownNames[typeSystem] !== undefined;

/** A type whose values are sealed and never shown. */
export const secretType = (type: InputType): InputType => ({
  ...type,
  typeId: ownNames[type.typeSystem]?.secret ?? type.typeId,
  inputType: 'password',
});

/** The same type for values that everyone who has the command may see. */
export function openType(type: InputType): InputType {
  const own = ownNames[type.typeSystem];
  return { ...type, typeId: type.typeId === own?.secret ? own.open : type.typeId, inputType: 'text' };
}

/** The type of an input with this name: a text that is a secret by its name becomes one. */
export const maskedType = (name: string, type: InputType): InputType =>
  canBeSecret(type) && isSecretName(name) ? secretType(type) : type;

/**
 * An input as its source describes it, whose type says whether it is a secret. Part of an address never is: it could not
 * be kept from logs.
 */
export function withSecrecy<Described extends { key: string; type: InputType }>(input: Described): Described {
  const { inAddress } = ownNames[input.type.typeSystem] ?? {};
  if (inAddress !== undefined && input.key.startsWith(inAddress)) return input;
  return { ...input, type: maskedType(input.key, input.type) };
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
