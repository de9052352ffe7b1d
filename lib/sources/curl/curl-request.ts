import { decoded } from '@/lib/base/text/decoded';
import { shellWords } from './shell-words';

/** What a curl command sends. */
export interface CurlRequest {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  body: CurlBody | null;
  /** A username and a password. */
  user: { name: string; password: string; isDigest: boolean } | null;
}

export type CurlBody =
  | { kind: 'text'; text: string }
  /** `isFile` stands for a file that is chosen when the command is run. */
  | { kind: 'parts'; parts: CurlPart[] };

export interface CurlPart {
  name: string;
  text: string;
  isFile: boolean;
  /** Null for the type that it has by itself. */
  contentType: string | null;
}

/** Says in words why a command can't be read. */
export class UnreadableCurl extends Error {}

const shortOptions: Readonly<Record<string, string>> = {
  A: 'user-agent',
  b: 'cookie',
  c: 'cookie-jar',
  d: 'data',
  e: 'referer',
  F: 'form',
  G: 'get',
  H: 'header',
  I: 'head',
  k: 'insecure',
  L: 'location',
  m: 'max-time',
  o: 'output',
  s: 'silent',
  S: 'show-error',
  u: 'user',
  v: 'verbose',
  w: 'write-out',
  X: 'request',
  x: 'proxy',
  f: 'fail',
  g: 'globoff',
  i: 'include',
  N: 'no-buffer',
  O: 'remote-name',
};

/** Options with a value, which decide what is sent. */
const telling = new Set([
  'request',
  'url',
  'header',
  'data',
  'data-ascii',
  'data-raw',
  'data-binary',
  'data-urlencode',
  'json',
  'form',
  'form-string',
  'user',
  'user-agent',
  'referer',
  'cookie',
]);
/** Options with a value, which are about this one call from that machine. */
const local = new Set([
  'cookie-jar',
  'max-time',
  'connect-timeout',
  'output',
  'write-out',
  'proxy',
  'retry',
  'retry-delay',
  'retry-max-time',
  'max-redirs',
  'limit-rate',
  'cacert',
  'capath',
  'resolve',
  'interface',
]);
const switches = new Set([
  'get',
  'head',
  'digest',
  'basic',
  'compressed',
  'insecure',
  'location',
  'location-trusted',
  'silent',
  'show-error',
  'verbose',
  'fail',
  'fail-with-body',
  'globoff',
  'include',
  'no-buffer',
  'remote-name',
  'http1.0',
  'http1.1',
  'http2',
  'http2-prior-knowledge',
  'http3',
  'ipv4',
  'ipv6',
  'tlsv1.2',
  'tlsv1.3',
  'progress-bar',
  'no-progress-meter',
  'path-as-is',
]);

export const isCurl = (text: string): boolean => /^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(text);

/** Reads a curl command. Throws `UnreadableCurl` for what it can't keep, so that nothing is left out silently. */
export function readCurl(command: string): CurlRequest {
  const words = shellWords(command.trim().replace(/^\$\s+/, ''));
  if (words === null)
    throw new UnreadableCurl('A quote of this command is not closed. Copy the whole command.');
  return requestOf(optionsOf(words.slice(1)));
}

interface Given {
  option: string;
  value: string;
}

function optionsOf(words: readonly string[]): Given[] {
  const given: Given[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '|' || word === '>' || word === '&&' || word === ';') break;
    const names = namesIn(word);
    if (names === null) {
      given.push({ option: 'url', value: word });
      continue;
    }
    for (const { option, rest } of names) {
      if (switches.has(option)) {
        given.push({ option, value: '' });
        continue;
      }
      if (!telling.has(option) && !local.has(option)) throw unknownOption(word);
      const value = rest ?? left.shift();
      if (value === undefined) throw new UnreadableCurl(`${word} has no value. Copy the whole command.`);
      given.push({ option, value });
      break;
    }
  }
  return given;
}

/** The options in a word, such as `--get` or `-sSLd…`, each with what follows it in the word; null for an address. */
function namesIn(word: string): { option: string; rest: string | null }[] | null {
  if (word.startsWith('--')) return [{ option: word.slice(2), rest: null }];
  if (!/^-[A-Za-z]/.test(word)) return null;
  return [...word.slice(1)].map((letter, at) => ({
    option: shortOptions[letter] ?? letter,
    rest: word.slice(at + 2) || null,
  }));
}

const unknownOption = (word: string): UnreadableCurl =>
  new UnreadableCurl(
    `The option ${word} can't be imported. Remove it from the command, or add the request by hand.`,
  );

function requestOf(given: readonly Given[]): CurlRequest {
  const all = (...options: string[]) => given.filter(({ option }) => options.includes(option));
  const has = (option: string) => all(option).length > 0;
  const last = (option: string) => all(option).at(-1)?.value ?? null;
  const [address, another] = all('url');
  if (address === undefined) throw new UnreadableCurl('This command has no address. Copy the whole command.');
  if (another !== undefined)
    throw new UnreadableCurl('This command has two addresses. Paste one command for each.');

  const data = dataOf(given);
  const json = has('json');
  const headers = headersOf(given, json, data !== null && !has('get'));
  const parts = all('form', 'form-string').map(partOf);
  const sends = parts.length > 0 || (data !== null && !has('get'));
  const { url, user } = withoutUser(addressOf(address.value, has('get') ? data : null));
  return {
    method: last('request') ?? (has('head') ? 'HEAD' : sends ? 'POST' : 'GET'),
    url,
    headers,
    body: parts.length > 0 ? { kind: 'parts', parts } : sends ? { kind: 'text', text: data ?? '' } : null,
    user: userOf(last('user') ?? user, has('digest')),
  };
}

function addressOf(written: string, query: string | null): string {
  const url = /^https?:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(url)) throw new UnreadableCurl(`${written} is not an address.`);
  const [address = '', ...others] = url.replace(/#.*$/s, '').split('?');
  const all = [...others, ...(query === null || query === '' ? [] : [query])].join('&');
  return all === '' ? address : `${address}?${all}`;
}

/** Takes a username and a password out of an address, where they would be seen. */
function withoutUser(address: string): { url: string; user: string | null } {
  const { username, password } = new URL(address);
  if (username === '' && password === '') return { url: address, user: null };
  const url = address.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
  return { url, user: `${decoded(username)}:${decoded(password)}` };
}

function userOf(given: string | null, isDigest: boolean): CurlRequest['user'] {
  if (given === null) return null;
  const [name = ''] = given.split(':', 1);
  return { name, password: given.slice(name.length + 1), isDigest };
}

/** Joins the data options of a command as curl does. Null if the command sends no data. */
function dataOf(given: readonly Given[]): string | null {
  const texts = given.flatMap(({ option, value }) => {
    if (option === 'json') return [{ text: ofFile(value, option), isJson: true }];
    if (option === 'data-urlencode') return [{ text: urlEncoded(value), isJson: false }];
    if (option === 'data-raw') return [{ text: value, isJson: false }];
    if (/^data(-ascii|-binary)?$/.test(option)) return [{ text: ofFile(value, option), isJson: false }];
    return [];
  });
  if (texts.length === 0) return null;
  return texts.map(({ text, isJson }, at) => (at === 0 || isJson ? text : `&${text}`)).join('');
}

function ofFile(value: string, option: string): string {
  if (!value.startsWith('@')) return value;
  throw new UnreadableCurl(
    `--${option} ${value} sends a file on that computer. Replace it with the file's content.`,
  );
}

/** `content`, `=content`, or `name=content`. */
function urlEncoded(value: string): string {
  const at = value.indexOf('=');
  const [name, content] = at < 0 ? ['', value] : [value.slice(0, at), value.slice(at + 1)];
  if (at < 0 && value.includes('@'))
    throw new UnreadableCurl(
      `--data-urlencode ${value} sends a file on that computer. Replace it with the file's content.`,
    );
  const encoded = encodeURIComponent(content);
  return name === '' ? encoded : `${name}=${encoded}`;
}

function partOf({ option, value }: Given): CurlPart {
  const at = value.indexOf('=');
  const [name, text] = at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
  if (option === 'form-string') return { name, text, isFile: false, contentType: null };
  const contentType = /;type=([^;]+)/.exec(text)?.[1]?.trim() ?? null;
  if (/^[@<]/.test(text)) return { name, text: '', isFile: true, contentType };
  return { name, text: text.replace(/;type=[^;]*$/, ''), isFile: false, contentType };
}

/** What a browser or curl says of itself and of its own connection. The call of a command has its own. */
const OWN =
  /^(?:accept-encoding|accept-language|connection|content-length|dnt|host|keep-alive|priority|proxy-connection|sec-.*|te|transfer-encoding|upgrade-insecure-requests|user-agent)$/i;

function headersOf(given: readonly Given[], isJson: boolean, sendsData: boolean): CurlRequest['headers'] {
  const named = given.flatMap(({ option, value }) => {
    if (option === 'referer') return [{ name: 'Referer', value }];
    if (option === 'cookie') {
      if (!value.includes('='))
        throw new UnreadableCurl(`--cookie ${value} reads a file on that computer. Remove it.`);
      return [{ name: 'Cookie', value }];
    }
    if (option !== 'header') return [];
    if (value.startsWith('@')) {
      throw new UnreadableCurl(`--header ${value} reads a file. Replace it with its headers.`);
    }
    const at = value.indexOf(':');
    // `Name;` sends an empty one, and `Name:` none.
    if (at < 0) return /^[^;]+;$/.test(value) ? [{ name: value.slice(0, -1), value: '' }] : [];
    const text = value.slice(at + 1).trim();
    return text === '' ? [] : [{ name: value.slice(0, at).trim(), value: text }];
  });
  const kept = named.filter(({ name }) => !OWN.test(name) && !name.startsWith(':'));
  const lacks = (name: string) => !kept.some((each) => each.name.toLowerCase() === name);
  const implied = [
    ...(isJson && lacks('accept') ? [{ name: 'Accept', value: 'application/json' }] : []),
    ...(isJson && lacks('content-type') ? [{ name: 'Content-Type', value: 'application/json' }] : []),
    ...(!isJson && sendsData && lacks('content-type')
      ? [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }]
      : []),
  ];
  return [...kept, ...implied];
}
