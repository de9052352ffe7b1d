import type { Input } from './input';

/** The display names of a command's inputs, by key. */
export type InputNames = ReadonlyMap<string, string>;

/**
 * Names every input: the name its engineers set, or words made from its key. Two inputs that would get the same name
 * keep their keys, which distinguish them.
 */
export function inputNames(inputs: readonly Pick<Input, 'key' | 'displayName'>[]): InputNames {
  const named = inputs.map(({ key, displayName }) => ({ key, name: displayName ?? nameOfKey(key) }));
  const times = new Map<string, number>();
  for (const { name } of named) times.set(fold(name), (times.get(fold(name)) ?? 0) + 1);
  return new Map(
    named.map(({ key, name }, index) => {
      const isOwn = (inputs[index]?.displayName ?? null) !== null;
      return [key, isOwn || times.get(fold(name)) === 1 ? name : key];
    }),
  );
}

/** The display name of an input; for an unknown one, its key. */
export function nameOf(names: InputNames, key: string): string {
  return names.get(key) ?? key;
}

/**
 * A source's name for an input in words: `p_order_id` and `path.orderId` become "Order ID". A key with spaces is
 * already in words, and a key too short to have a meaning (`$1`, `q`) stays as it is.
 */
export function nameOfKey(key: string): string {
  if (/\s/.test(key)) return key;
  const bare = key.replace(PLACE, '').replace(MARK, '');
  const words = wordsOf(bare);
  if (words.join('').length < 2 || !/\p{L}/u.test(bare) || bare.startsWith('$')) return key;
  const shouts = bare === bare.toUpperCase();
  return words.map((word, index) => spell(word, index === 0, shouts)).join(' ');
}

/** The place of an input in a request, which only engineers care about. */
const PLACE = /^(path|query|header|cookie|body|variable)\.(?=.)/;
/** How databases mark a routine's arguments. */
const MARK = /^(@|_+|p_)(?=.)/;

function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

function spell(word: string, isFirst: boolean, shouts: boolean): string {
  const lower = word.toLowerCase();
  if (abbreviations.has(lower)) return word.toUpperCase();
  const singular = lower.replace(/s$/, '');
  if (singular !== lower && abbreviations.has(singular)) return `${singular.toUpperCase()}s`;
  // An unknown abbreviation within a name that isn't all capitals.
  if (!shouts && word.length > 1 && word === word.toUpperCase() && /\p{L}{2}/u.test(word)) return word;
  return isFirst ? (lower[0] ?? '').toUpperCase() + lower.slice(1) : lower;
}

const fold = (name: string): string => name.toLowerCase();

const abbreviations = new Set(
  'api arn aws bic cpu crm csv dns ean erp eur ftp gbp gpu guid html http https iban id ip isbn json jwt kpi'
    .concat(
      ' mac mfa otp pdf pin sku sla sms smtp sql ssh ssl sso tls uri url usd utc uuid vat vpc vpn xml yaml',
    )
    .split(' '),
);
