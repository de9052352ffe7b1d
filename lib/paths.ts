/** The addresses of the pages, so that no page spells out another's. */
export const paths = {
  landing: '/',
  signIn: (returnTo?: string) =>
    returnTo ? `/sign-in?returnTo=${encodeURIComponent(returnTo)}` : '/sign-in',
  orgs: '/orgs',
  createOrg: '/create-org',
  /** The invitation's token follows a #, where no server sees it. */
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
  /** Where anyone may view a command of the store, signed in or not. */
  storeBuilder: (commandId: number) => `/store/builder?id=${commandId}`,
} as const;

/**
 * Where to go after signing in: one of our own paths, or the landing page. A scheme, another host, and spellings that
 * browsers treat as one (`//`, `/\`) are refused.
 */
export function safeReturnPath(candidate: string | null | undefined): string {
  if (candidate == null || !/^\/(?![/\\])/.test(candidate)) return paths.landing;
  const resolved = new URL(candidate, 'http://own.invalid');
  return resolved.origin === 'http://own.invalid'
    ? resolved.pathname + resolved.search + resolved.hash
    : paths.landing;
}
