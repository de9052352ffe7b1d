import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { loopbackHosts } from './env-values';

/** An OpenID Connect provider, as the operator configured it. */
export interface Issuer {
  /** Its name in the variables, in lower case: `google`. It is part of the callback address. */
  id: string;
  /** What the button says: "Continue with {label}". */
  label: string;
  /** The issuer, letter for letter as its documents and tokens must name it. People are found by it. */
  url: string;
  /** The variable that holds it. */
  variable: string;
  clientId: string;
  clientSecret: string;
  /** Addresses count as verified although the provider doesn't say so. */
  trustsEmail: boolean;
}

/** The parts of each issuer, after `OIDC_{NAME}_`. docs/sign-in.md describes them. */
export const issuerVariables = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'LABEL', 'TRUST_EMAIL'] as const;

/** The names of issuers, separated by commas; none by default. */
export function issuerNames() {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => name !== ''),
    )
    .refine(
      (names) => names.every((name) => /^[a-z][a-z0-9_]{0,30}$/.test(name)),
      'must be names of letters, digits, and underscores, with commas between them, such as google,okta',
    )
    .refine((names) => new Set(names).size === names.length, 'must not repeat a name')
    .default([]);
}

/** Who may sign in without being known yet. */
export type SignUp = { kind: 'invited' } | { kind: 'open' } | { kind: 'domains'; domains: readonly string[] };

/** `invited`, `open`, or `domains:example.com,example.org`; `readSignUp` reads it. */
export function signUpRule() {
  return z
    .string()
    .refine(
      (text) => readSignUp(text) !== null,
      'must be invited, open, or domains: and the domains, such as domains:example.com,example.org',
    )
    .default('invited');
}

/** The rule that a text means; null if it means none. */
export function readSignUp(text: string): SignUp | null {
  if (text === 'invited' || text === 'open') return { kind: text };
  const [, listed] = /^domains:(.+)$/.exec(text) ?? [];
  const domains = (listed ?? '').split(',').map((domain) => domain.trim().toLowerCase());
  return domains.every((domain) => /^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(domain))
    ? { kind: 'domains', domains }
    : null;
}

/**
 * Reads the variables of each named issuer.
 *
 * @param allow hosts, addresses, and ranges of providers that may be without TLS, or on this machine
 * @param connectionsAllow the same for connections, which once meant providers, too
 * @returns the issuers, the variables of those that only the list for connections lets through, and what is wrong by variable
 */
export function readIssuers(
  names: readonly string[],
  source: Readonly<Record<string, string>>,
  allow: readonly string[],
  connectionsAllow: readonly string[],
): { issuers: Issuer[]; lentTo: string[]; complaints: Map<string, string> } {
  const lentTo: string[] = [];
  const complaints = new Map<string, string>();
  const before: { url: string; variable: string }[] = [];
  const issuers = names.map((id): Issuer => {
    const nameOf = (part: (typeof issuerVariables)[number]) => `OIDC_${id.toUpperCase()}_${part}`;
    const required = (part: 'CLIENT_ID' | 'CLIENT_SECRET', wanted: string): string => {
      const value = source[nameOf(part)];
      if (value === undefined) complaints.set(nameOf(part), `is not set; it must be ${wanted}`);
      return value ?? '';
    };
    const url = (source[nameOf('ISSUER')] ?? '').replace(/\/\.well-known\/openid-configuration$/, '');
    const own = urlComplaint(url, allow);
    const isLent = own !== null && urlComplaint(url, connectionsAllow) === null;
    if (isLent) lentTo.push(nameOf('ISSUER'));
    const complaint = (isLent ? null : own) ?? twinComplaint(url, before);
    before.push({ url, variable: nameOf('ISSUER') });
    if (complaint !== null) complaints.set(nameOf('ISSUER'), complaint);
    const trust = source[nameOf('TRUST_EMAIL')] ?? '0';
    if (!['0', '1', 'true', 'false'].includes(trust)) complaints.set(nameOf('TRUST_EMAIL'), 'must be 1 or 0');
    return {
      id,
      url,
      variable: nameOf('ISSUER'),
      label: source[nameOf('LABEL')] ?? id.charAt(0).toUpperCase() + id.slice(1),
      clientId: required('CLIENT_ID', "the client's id at the provider"),
      clientSecret: required('CLIENT_SECRET', "the client's secret at the provider"),
      trustsEmail: trust === '1' || trust === 'true',
    };
  });
  return { issuers, lentTo, complaints };
}

/** What to do about providers that only the list for connections lets through. @param variables of these providers */
export const lentAdvice = (variables: readonly string[]): string =>
  `NETWORK_ALLOW is what lets a provider through (${variables.join(', ')}). Everyone who adds connections may reach it, too. List its host in PROVIDER_ALLOW, and remove it from NETWORK_ALLOW.`;

/** What is wrong with an issuer's address; null for nothing. Tokens must not cross a network in the clear. */
function urlComplaint(url: string, allow: readonly string[]): string | null {
  if (url === '')
    return 'is not set; it must be the address of the issuer, such as https://accounts.google.com';
  if (!URL.canParse(url) || !/^https?:\/\/[^?#\s]+$/i.test(url) || new URL(url).username !== '')
    return 'must be the address of the issuer, such as https://accounts.google.com';
  const { protocol, hostname, pathname } = new URL(url);
  if (isMicrosoft(hostname) && /^\/(common|organizations|consumers)(\/|$)/i.test(pathname))
    return 'stands for every tenant of Microsoft; it must be that of your own, such as https://login.microsoftonline.com/8c1f4b52-6f0e-4a53-9b36-2f4f3f0f9a11/v2.0';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = isListed(host, allow);
  if (protocol === 'http:' && !isAllowed)
    return `must begin with https://; for a provider in a network that you trust, add ${host} to PROVIDER_ALLOW`;
  if (loopbackHosts.includes(host) && !isAllowed)
    return `is on this machine; add ${host} to PROVIDER_ALLOW to use it`;
  return null;
}

const isMicrosoft = (hostname: string): boolean =>
  ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn'].includes(
    hostname,
  );

/** Says that another provider has the same issuer: each vouches for its own people, and no two for the same. */
function twinComplaint(url: string, before: readonly { url: string; variable: string }[]): string | null {
  const twin = before.find((other) => isLookAlike(other.url, url));
  return twin === undefined ? null : `must not be the issuer of ${twin.variable}, nor one that looks like it`;
}

/** Whether two issuers differ at most in capitals, a slash at the end, and a port that goes without saying. */
export const isLookAlike = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (url: string): string =>
  (URL.canParse(url) ? new URL(url).href : url).toLowerCase().replace(/\/+$/, '');

function isListed(host: string, allow: readonly string[]): boolean {
  return allow.some((entry) => {
    if (entry.toLowerCase() === host.toLowerCase()) return true;
    if (!ipaddr.isValid(host) || !ipaddr.isValidCIDR(entry)) return false;
    const [base, bits] = ipaddr.parseCIDR(entry);
    const address = ipaddr.process(host);
    return address.kind() === base.kind() && address.match(base, bits);
  });
}
