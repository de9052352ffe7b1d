/** As long as the names that slugs are made of. */
const LONGEST = 40;

/**
 * Words that can't be a slug or an id of an organization: the first segments of our own addresses, and ones we may need
 * later.
 */
const RESERVED = new Set([
  'about',
  'account',
  'admin',
  'api',
  'auth',
  'billing',
  'blank',
  'blog',
  'copy-token',
  'create-org',
  'demo',
  'diagnostics',
  'docs',
  'fonts',
  'health',
  'healthz',
  'help',
  'images',
  'invite',
  'join',
  'livez',
  'loading',
  'login',
  'logout',
  'me',
  'metrics',
  'new',
  'next',
  'oauth',
  'onboard',
  'openapi',
  'openapi-json',
  'org',
  'orgs',
  'pico-kits',
  'pricing',
  'privacy',
  'public',
  'readyz',
  'receipts',
  'request',
  'sandflox',
  'scim',
  'security',
  'settings',
  'share',
  'sign-in',
  'sign-in-methods',
  'sign-out',
  'sign-up',
  'signin',
  'signout',
  'signup',
  'static',
  'stats',
  'status',
  'store',
  'support',
  'terms',
  'tokens',
  'users',
  'v1',
  'v2',
  'webhooks',
  'whoops',
]);

/** Sandboxes are numbered, and no other organization may have such a slug. */
const SANDBOX = /^sandbox(-\d+)?$/;

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug) || SANDBOX.test(slug);

/** Unaccented lowercase letters and digits, with single hyphens between them. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A name as it may appear in an address; `org` if no part of it may. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'org' : slug;
}

/** The possible slugs of an organization, best first: its name, then its name with a number. */
export function* slugCandidates(name: string): Generator<string> {
  const slug = slugOf(name);
  const base = SANDBOX.test(slug) ? `${slug}-org` : slug;
  if (!isReservedSlug(base)) yield base;
  for (let number = 2; ; number += 1) yield `${base.slice(0, LONGEST - 7)}-${number}`;
}
