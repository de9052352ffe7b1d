import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { counted } from '@/lib/base/text/counted';
import { DEFAULT_TAG, WORKER_TAG, WORKER_TAG_RULE } from '@/lib/sources/worker-tag';
import { emailAddress } from '@/lib/wire/email-address';
import { HostsError, hostsOf, readHosts } from './database/database-hosts';

/** A sealing key of the ring. Its id is stored with every sealed value; its bytes never leave the process. */
export type EncryptionKey = { id: string; key: Buffer };

/** The names of this machine, in the spelling to compare with. */
export const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

const keyBytes = 32;

/** Drops empty variables, which count as unset: compose files pass `${NAME:-}` as an empty text. */
export function withoutBlanks(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && value.trim() !== '') filled[name] = value.trim();
  }
  return filled;
}

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number, fallback: number) {
  const wanted = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wanted)
    .transform(Number)
    .refine((value) => value >= least && value <= most, wanted)
    .default(fallback);
}

/** The tags of a worker, with commas between them. */
export function workerTags() {
  return z
    .string()
    .transform((text) => text.split(',').map((tag) => tag.trim()))
    .pipe(z.array(z.string().regex(WORKER_TAG, `must be tags separated by commas; a tag ${WORKER_TAG_RULE}`)))
    .default([DEFAULT_TAG]);
}

/** A switch that is off unless set. */
export function flag() {
  return z
    .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
    .transform((value) => value === '1' || value === 'true')
    .default(false);
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[], fallback: Word) {
  return z.enum(words, `must be one of: ${words.join(', ')}`).default(fallback);
}

/** A secret of at least 16 characters that a program sends, without spaces, since it is part of a header. */
export function secretToken() {
  return z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters of ASCII, without spaces');
}

/** An absolute web address, without a trailing slash. */
export function webAddress() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://pushboard.example.com' })
    .transform((value) => value.replace(/\/+$/, ''));
}

/** An absolute web address of a whole host, without a trailing slash. */
export function originAddress() {
  return webAddress().refine((value) => {
    if (!URL.canParse(value)) return true;
    const { pathname, search, hash, username, password } = new URL(value);
    return pathname === '/' && `${search}${hash}${username}${password}` === '' && !/[?#]/.test(value);
  }, 'must be an address without a path, a query, or a user, such as https://pushboard.example.com: Pushboard is served at the root of its host');
}

/** An absolute web address with TLS, without a trailing slash. */
export function secureWebAddress() {
  return z
    .url({ protocol: /^https$/, error: 'must be an address such as https://login.example.com' })
    .transform((value) => value.replace(/\/+$/, ''));
}

/** The sample API's address, with the secret that its keys are made with in the place of a password. */
export function sampleApiAddress() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://:secret@127.0.0.1:4000' })
    .refine(
      (value) => !URL.canParse(value) || new URL(value).password !== '',
      'must have a secret, as in http://:secret@127.0.0.1:4000',
    );
}

/** A Postgres connection address, with several hosts as libpq writes them; see `readHosts`. */
export function databaseAddress() {
  return z
    .string()
    .transform((address, context): string => {
      if (hasRawPassword(address)) {
        context.addIssue({ code: 'custom', message: RAW_PASSWORD });
        return z.NEVER;
      }
      try {
        return readHosts(address);
      } catch (error) {
        context.addIssue({
          code: 'custom',
          message: error instanceof HostsError ? error.message : String(error),
        });
        return z.NEVER;
      }
    })
    .pipe(
      z.url({
        protocol: /^postgres(ql)?$/,
        error: 'must be an address such as postgresql://user:password@host:5432/database',
      }),
    );
}

export const RAW_PASSWORD =
  'has a user or password with a special character that must be encoded: write @ as %40, / as %2F, % as %25, ? as %3F, and # as %23';

/**
 * Whether a password, or a user, has characters that end it early. What follows would be taken for a host, and would show in
 * messages.
 */
export function hasRawPassword(address: string): boolean {
  const [, rest = ''] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(address) ?? [];
  // A query that follows the path may hold an @ of its own.
  const place = rest.replace(/^([^?#]*\/[^?#]*)\?[a-z_]{3,}=.*$/s, '$1');
  const login = place.slice(0, Math.max(0, place.lastIndexOf('@')));
  return /[@/?#]|%(?![0-9a-f]{2})/i.test(login);
}

/** The address of a standby, which has one host: several would have to be asked which one of them is a standby. */
export function replicaAddress() {
  return databaseAddress().refine((address) => hostsOf(address).length === 1, 'must name one host');
}

/** A mail server's address, with user and password where it wants them. */
export function mailServer() {
  return z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtp://user:password@mail.example.com:587',
    })
    .refine(
      // What isn't an address has been refused above.
      (address) => !URL.canParse(address) || new URL(address).search === '',
      'must be an address without options; TLS is set by SMTP_TLS and SMTP_CA_FILE',
    );
}

/** The text of a file with PEM certificates, one after the other. */
export function certificateFile() {
  const wanted = 'must be the path of a file with certificates in PEM form';
  return z.string().transform((path, context): string => {
    try {
      const text = readFileSync(path, 'utf8');
      const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
      for (const certificate of certificates) new X509Certificate(certificate);
      if (certificates.length > 0) return text;
    } catch {
      // An unreadable file is not a certificate either.
    }
    context.addIssue({ code: 'custom', message: wanted });
    return z.NEVER;
  });
}

/** The sender of messages. */
export type MailSender = { name: string; address: string };

/** `Pushboard <pushboard@example.com>`, or the address alone. */
export function mailSender() {
  const wanted = 'must be an email address, or a name and an address: Pushboard <pushboard@example.com>';
  return z.string().transform((text, context): MailSender => {
    const [, name = '', bracketed] = /^([^<>"\r\n]*)<([^<>\s]+)>$/.exec(text) ?? [];
    const address = emailAddress().safeParse(bracketed ?? text);
    if (address.success) return { name: name.trim() || 'Pushboard', address: address.data };
    context.addIssue({ code: 'custom', message: wanted });
    return z.NEVER;
  });
}

/** A folder; a relative path starts at the working folder. */
export function folder() {
  return z.string().transform((value) => resolve(value));
}

/** A host name or an IP address. */
export function host() {
  return z.string().refine(isHost, 'must be a host name or an IP address');
}

/** Host names or addresses with commas between them; none by default. */
export function hostList() {
  return list((item) => isHost(item), 'must be host names with commas between them');
}

/** Addresses, ranges in CIDR notation and host names with commas between them; none by default. */
export function networkList() {
  return list(
    (item) => ipaddr.isValidCIDR(item) || isHost(item),
    'must be addresses, ranges such as 10.0.0.0/8, or host names, with commas between them',
  );
}

/** Addresses and ranges in CIDR notation with commas between them; none by default. */
export function addressList() {
  return list(
    (item) => ipaddr.isValidCIDR(item) || ipaddr.isValid(item),
    'must be addresses, or ranges such as 10.0.0.0/8, with commas between them',
  );
}

/** The key ring, `id:base64 of 32 bytes` separated by commas. The first key seals; all keys open. */
export function keyRing() {
  const wanted = `must be id:key with commas between, each id once, each key ${keyBytes} random bytes in base64; make one with: echo "k1:$(openssl rand -base64 ${keyBytes})"`;
  return z.string(wanted).transform((text, context): EncryptionKey[] => {
    const ring = readKeys(text.split(','));
    if (typeof ring !== 'string') return ring;
    context.addIssue({ code: 'custom', message: `${ring}; it ${wanted}` });
    return z.NEVER;
  });
}

/** Returns the keys; or what is wrong with the first entry that isn't valid, in words that hold no piece of a key. */
function readKeys(entries: readonly string[]): EncryptionKey[] | string {
  const ring: EncryptionKey[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = `entry ${index + 1} of ${entries.length}`;
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]+={0,2})$/.exec(entry.trim()) ?? [];
    if (id === undefined || encoded === undefined) return `has no id:key in ${place}`;
    const key = Buffer.from(encoded, 'base64');
    // If the two were swapped, the longer one is the key.
    const named = id.length < encoded.length ? `${place} (${id})` : place;
    if (key.length !== keyBytes)
      return `has ${counted(key.length, 'byte')} instead of ${keyBytes} in ${named}`;
    const same = ring.findIndex((other) => other.id === id);
    if (same !== -1) return `has the id ${id} twice, in the entries ${same + 1} and ${index + 1}`;
    ring.push({ id, key });
  }
  return ring;
}

function list(accepts: (item: string) => boolean, wanted: string) {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .refine((items) => items.every(accepts), wanted)
    .default([]);
}

function isHost(value: string): boolean {
  return ipaddr.isValid(value) || /^(?=.{1,253}$)[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(value);
}
