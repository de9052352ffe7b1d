/** The addresses of the pages, so that no page spells out another's. */
export const paths = {
  landing: '/',
  signIn: (returnTo?: string) =>
    returnTo ? `/sign-in?returnTo=${encodeURIComponent(returnTo)}` : '/sign-in',
  /** The sign-in that asks the provider for another account than the one that is open there. */
  signInAsSomeoneElse: (returnTo?: string) =>
    `${paths.signIn(returnTo)}${returnTo ? '&' : '?'}as=someone-else`,
  /** Where the identity provider's pages lead back to. */
  loading: '/loading',
  whoops: '/whoops',
  signUp: '/signup',
  diagnostics: '/diagnostics',
  /** The target of an emailed link; its token follows a #, where no server sees it. */
  signInLink: '/sign-in/link',
  /** A person's ways to sign in. */
  signInMethods: '/sign-in-methods',
  orgs: '/orgs',
  createOrg: '/create-org',
  /** The person's own sessions and tokens. */
  account: '/account',
  copyToken: '/copy-token',
  pricing: '/pricing',
  /** The reference of the API. */
  apiReference: '/api/docs',
  /** Where a new person begins: their first organization, or their commands. */
  onboard: '/onboard',
  /** The invitation's token follows a #, where no server sees it. */
  join: '/join',
  /** Where a person lets a program act for them. */
  authorize: '/oauth/authorize',
  /** Where a person confirms a run that a program wants to start. */
  confirmation: (confirmationId: string) => `/account/confirm/${encodeURIComponent(confirmationId)}`,
  home: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/home`,
  commands: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/commands`,
  /** The library with the tour, which shows a new person around. */
  tour: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/commands?tour=true`,
  folder: (orgSlug: string, folderId: number) =>
    `/${encodeURIComponent(orgSlug)}/commands?folder=${folderId}`,
  history: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/history`,
  /** Two runs side by side; `b` is chosen there if it is left out. */
  compareRuns: (orgSlug: string, a: number, b?: number) =>
    `${paths.history(orgSlug)}/compare?a=${a}${b === undefined ? '' : `&b=${b}`}`,
  analytics: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/analytics`,
  errors: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/analytics/errors`,
  /** Who changed which commands. */
  commandChanges: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/command-changes`,
  /** What doesn't run as it was set up, with what to do about it. */
  needsAttention: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/needs-attention`,
  org: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/org`,
  outbox: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/outbox`,
  credentials: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/credentials`,
  dropdowns: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/dropdowns`,
  cronJobs: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/cron-jobs`,
  /** The scheduled jobs, with the panel of one of them open. */
  cronJob: (orgSlug: string, cronJobId: number) => `${paths.cronJobs(orgSlug)}?cronJobId=${cronJobId}`,
  webhooks: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/webhooks`,
  member: (orgSlug: string, userId: string) =>
    `/${encodeURIComponent(orgSlug)}/members/${encodeURIComponent(userId)}`,
  approvals: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/approvals`,
  /** The requests for approval, with one of them open. */
  approval: (orgSlug: string, approvalId: number) => `${paths.approvals(orgSlug)}?id=${approvalId}`,
  audit: (orgSlug: string) => `/${encodeURIComponent(orgSlug)}/audit`,
  builder: (orgSlug: string, commandId: number) => `/${encodeURIComponent(orgSlug)}/builder?id=${commandId}`,
  /** The builder with one run's result open. */
  run: (orgSlug: string, commandId: number, runId: number) =>
    `${paths.builder(orgSlug, commandId)}#run-${runId}`,
  /** The builder with a run's values filled in and its result open. */
  withValuesOf: (orgSlug: string, commandId: number, runId: number) =>
    `${paths.builder(orgSlug, commandId)}&injectParamsFrom=${runId}#run-${runId}`,
  /** Where anyone may view a command of the store, signed in or not. */
  storeBuilder: (commandId: number) => `/store/builder?id=${commandId}`,
} as const;

/**
 * Where to go after signing in or joining: one of our own paths, or the landing page. What leads to another host is
 * refused: a scheme, spellings that browsers treat as one (`//`, `/\\`), and paths whose dots leave two slashes at the
 * start (`/.//host`, `/a/..//host`). So the resolved path is resolved once more, as the browser will do.
 */
export function safeReturnPath(candidate: string | null | undefined): string {
  if (candidate == null || !/^\/(?![/\\])/.test(candidate)) return paths.landing;
  const resolved = ownPathOf(candidate);
  return resolved !== null && ownPathOf(resolved) === resolved ? resolved : paths.landing;
}

/** The path, query, and fragment that an address leads to; null if that is not our own origin. */
function ownPathOf(address: string): string | null {
  const own = 'http://own.invalid';
  if (!URL.canParse(address, own)) return null;
  const { origin, pathname, search, hash } = new URL(address, own);
  return origin === own ? pathname + search + hash : null;
}
