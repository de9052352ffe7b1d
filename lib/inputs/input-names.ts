import type { Input } from './input';

/** What the inputs of a command are called before people, by key. */
export type InputNames = ReadonlyMap<string, string>;

/**
 * Names every input: by what its engineers call it, else by words made of its key. Two that would have the same
 * name keep their keys, which tell them apart.
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

/** What an input is called; one that is not among them, by its key. */
export function nameOf(names: InputNames, key: string): string {
  return names.get(key) ?? key;
}

/**
 * A source's name for an input in words: `p_order_id` and `path.orderId` are the "Order ID". What has spaces is in
 * words already, and what is too short to mean anything by itself (`$1`, `q`) stays as it is.
 */
export function nameOfKey(key: string): string {
  if (/\s/.test(key)) return key;
  const bare = key.replace(PLACE, '').replace(MARK, '');
  const words = wordsOf(bare);
  if (words.join('').length < 2 || !/\p{L}/u.test(bare) || bare.startsWith('$')) return key;
  const shouts = bare === bare.toUpperCase();
  return words.map((word, index) => spell(word, index === 0, shouts)).join(' ');
}

/** Where in a request an input goes, which is the engineer's business. */
const PLACE = /^(path|query|header|cookie|body)\.(?=.)/;
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
  // An abbreviation that we do not know, within a name that is not written in capitals throughout.
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
