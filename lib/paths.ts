/** The addresses of the pages, so that no page spells another's. */
export const paths = {
  landing: '/',
  signIn: (returnTo?: string) =>
    returnTo ? `/sign-in?returnTo=${encodeURIComponent(returnTo)}` : '/sign-in',
  orgs: '/orgs',
  createOrg: '/create-org',
  /** The token of the invitation follows behind a #, where no server sees it. */
  join: '/join',
  commands: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/commands`,
  folder: (orgSlug: string, folderId: number) =>
    `/${encodeURIComponent(orgSlug)}/commands?folder=${folderId}`,
  history: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/history`,
  org: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/org`,
  outbox: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/outbox`,
  credentials: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/credentials`,
  member: (orgSlug: string, userId: string) =>
    `/${encodeURIComponent(orgSlug)}/members/${encodeURIComponent(userId)}`,
  audit: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/audit`,
  builder: (orgSlug: string, commandId: number) => `/${encodeURIComponent(orgSlug)}/builder?id=${commandId}`,
  /** Where anybody may look at a command of the store, signed in or not. */
  storeBuilder: (commandId: number) => `/store/builder?id=${commandId}`,
} as const;

/**
 * Where to go after signing in: a path of our own, or the landing page. A scheme, another host and the
 * spellings that browsers take for one (`//`, `/\`) are none.
 */
export function safeReturnPath(candidate: string | null | undefined): string {
  if (candidate == null || !/^\/(?![/\\])/.test(candidate)) return paths.landing;
  const resolved = new URL(candidate, 'http://own.invalid');
  return resolved.origin === 'http://own.invalid'
    ? resolved.pathname + resolved.search + resolved.hash
    : paths.landing;
}
