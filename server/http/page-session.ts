import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Actor, OrgRole, Person } from '@/lib/access/vocabulary';
import { paths } from '@/lib/paths';
import { actorOfSession, SESSION_COOKIE } from '@/server/identity/session';
import { unsafeListOrgsOf } from '@/server/orgs/list-my-orgs';

/** An organisation as the pages around it show it. */
export interface PageOrg {
  orgId: string;
  name: string;
  slug: string;
  role: OrgRole;
  isSandbox: boolean;
}

/** Who looks at a page: the same session that the API reads. */
export async function currentActor(): Promise<Actor> {
  // Reading the headers says that a page is made anew for each request, as its nonce must be.
  await headers();
  const token = (await cookies()).get(SESSION_COOKIE)?.value;
  return token === undefined ? { kind: 'signedOut' } : actorOfSession(token);
}

/** The person who looks at a page; signed-out visitors go to sign in, and come back to `returnTo`. */
export async function requirePerson(returnTo: string): Promise<Person> {
  const actor = await currentActor();
  if (actor.kind === 'signedOut') redirect(paths.signIn(returnTo));
  return actor;
}

/** The organisations of a person, each under its active slug; those that wait for an answer are left out. */
export async function orgsOf(person: Person): Promise<(PageOrg & { oldSlugs: string[] })[]> {
  const orgs = await unsafeListOrgsOf(person.userId);
  return orgs
    .filter((org) => !org.isPendingToOrg)
    .map((org) => ({
      orgId: org.orgId,
      name: org.name,
      slug: org.slugs.find((slug) => slug.isActive)?.slug ?? org.orgId,
      oldSlugs: org.slugs.filter((slug) => !slug.isActive).map(({ slug }) => slug),
      role: org.role,
      isSandbox: org.isSandbox,
    }));
}

/**
 * The routing guard: signed-out visitors sign in first, an old slug leads to the active one, and a slug of
 * none of the person's organisations leads to the list of theirs.
 */
export async function requireOrg(
  orgSlug: string,
  returnTo: string,
): Promise<{ person: Person; org: PageOrg; orgs: PageOrg[] }> {
  const person = await requirePerson(returnTo);
  const orgs = await orgsOf(person);
  const org = orgs.find(({ slug }) => slug === orgSlug);
  if (org !== undefined) return { person, org, orgs };
  const renamed = orgs.find(({ oldSlugs }) => oldSlugs.includes(orgSlug));
  if (renamed !== undefined) {
    redirect(returnTo.replace(`/${encodeURIComponent(orgSlug)}/`, `/${encodeURIComponent(renamed.slug)}/`));
  }
  redirect(`${paths.orgs}?foreign=${encodeURIComponent(orgSlug)}`);
}
