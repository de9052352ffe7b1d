import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { closureOf } from '@/lib/access/decide';
import type { Actor, OrgRole, Person } from '@/lib/access/vocabulary';
import { paths } from '@/lib/base/paths';
import { ACTIVE_ORG_COOKIE } from '@/lib/orgs/active-org';
import { shownOrgName } from '@/lib/orgs/org-names';
import { closureText } from '@/lib/orgs/sign-in-policy';
import { loadCommand } from '@/server/access/load/load-command';
import { AppError } from '@/server/base/errors';
import { issuerLabel } from '@/server/base/issuer-label';
import { unsafeListOrgsOf } from '@/server/people/organizations/list-my-orgs';
import { leavableProvider } from '@/server/people/sign-in/leave-provider';
import { actorOfSession, sessionAgeMs, sessionCookieName } from '@/server/people/sign-in/session';

/** An organization as the page frame shows it. */
export interface PageOrg {
  orgId: string;
  name: string;
  slug: string;
  role: OrgRole;
  isSandbox: boolean;
  /** Why this session can't enter it, in words; null if it can. */
  closed: string | null;
}

/** Who is viewing a page: the same session that the API uses, read once per request. */
export const currentActor = cache(async (): Promise<Actor> => {
  // Reading the headers makes a page render for each request, as its nonce requires.
  await headers();
  const token = (await cookies()).get(sessionCookieName())?.value;
  return token === undefined ? { kind: 'signedOut' } : actorOfSession(token);
});

/** The age of the viewer's session, in milliseconds. */
export async function currentSessionAgeMs(): Promise<number> {
  const token = (await cookies()).get(sessionCookieName())?.value;
  return token === undefined ? 0 : sessionAgeMs(token);
}

/** Returns the name of the identity provider that the viewer can log out of together with Pushboard, or null. */
export async function currentLeavableProvider(): Promise<string | null> {
  const token = (await cookies()).get(sessionCookieName())?.value;
  return token === undefined ? null : leavableProvider(token);
}

/**
 * The person who is viewing a page; signed-out visitors are redirected to sign in, and return to the address that they
 * wanted, with its query.
 *
 * @param page the page's own address, if the request doesn't say which was wanted
 */
export async function requirePerson(page: string): Promise<Person> {
  const actor = await currentActor();
  if (actor.kind === 'signedOut') redirect(paths.signIn((await headers()).get('x-path') ?? page));
  return actor;
}

/** The organizations of a person, each under its active slug and as it is named to them, without pending invitations. */
export async function orgsOf(person: Person): Promise<(PageOrg & { oldSlugs: string[] })[]> {
  const orgs = (await unsafeListOrgsOf(person.userId)).filter((org) => !org.isPendingToOrg);
  return orgs.map((org) => ({
    orgId: org.orgId,
    name: shownOrgName(org, orgs.length === 1),
    slug: org.slugs.find((slug) => slug.isActive)?.slug ?? org.orgId,
    oldSlugs: org.slugs.filter((slug) => !slug.isActive).map(({ slug }) => slug),
    role: org.role,
    isSandbox: org.isSandbox,
    closed: closedTo(person, org.orgId),
  }));
}

function closedTo(person: Person, orgId: string): string | null {
  const closure = closureOf(person, orgId);
  return closure === null ? null : closureText(closure, issuerLabel);
}

/** The organization that the person used last, or the first one that is open; undefined if there are none. */
export async function activeOrgOf<O extends PageOrg>(orgs: readonly O[]): Promise<O | undefined> {
  const remembered = (await cookies()).get(ACTIVE_ORG_COOKIE)?.value;
  const open = orgs.filter(({ closed }) => closed === null);
  return open.find(({ orgId }) => orgId === remembered) ?? open[0] ?? orgs[0];
}

/**
 * The routing guard: signed-out visitors sign in first, an old slug redirects to the active one, and a slug that isn't
 * one of the person's organizations, or of one that is closed to their session, redirects to their list. A command that the person may see still opens, under an
 * organization of their own.
 */
export async function requireOrg(
  orgSlug: string,
  returnTo: string,
): Promise<{ person: Person; org: PageOrg; orgs: PageOrg[] }> {
  const person = await requirePerson(returnTo);
  const orgs = await orgsOf(person);
  const org = orgs.find(({ slug }) => slug === orgSlug);
  if (org?.closed === null) return { person, org, orgs };
  if (org !== undefined) redirect(paths.orgs);
  const renamed = orgs.find(({ oldSlugs }) => oldSlugs.includes(orgSlug));
  if (renamed !== undefined) {
    redirect(returnTo.replace(`/${encodeURIComponent(orgSlug)}/`, `/${encodeURIComponent(renamed.slug)}/`));
  }
  redirect(
    (await ownBuilderPath(person, orgs, returnTo)) ?? `${paths.orgs}?foreign=${encodeURIComponent(orgSlug)}`,
  );
}

const ids = /^[1-9]\d{0,9}$/;

async function ownBuilderPath(
  person: Person,
  orgs: readonly PageOrg[],
  path: string,
): Promise<string | null> {
  const { pathname, search, searchParams } = new URL(path, 'http://own.invalid');
  const commandId = searchParams.get('id') ?? searchParams.get('kitId') ?? '';
  if (!pathname.endsWith('/builder') || !ids.test(commandId)) return null;
  const orgId = await orgOfCommand(person, Number(commandId));
  const org = orgs.find((each) => each.orgId === orgId) ?? orgs[0];
  return orgId === null || org === undefined ? null : `/${encodeURIComponent(org.slug)}/builder${search}`;
}

/** The organization of a command; null if the actor may not see the command. */
export async function orgOfCommand(actor: Actor, commandId: number): Promise<string | null> {
  try {
    return (await loadCommand(actor, null, commandId, 'command.see')).orgId;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'not_signed_in'))
      return null;
    throw error;
  }
}
