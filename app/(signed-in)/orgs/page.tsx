import type { Metadata } from 'next';
import { LogoutButton } from '@/components/frame/session/logout-button';
import { OrgList } from '@/components/orgs/org-list';
import { paths } from '@/lib/base/paths';
import { mayCreateOrg, mayCreateSandbox } from '@/lib/orgs/may-create';
import { env } from '@/server/base/env';
import { activeOrgOf, orgsOf, requirePerson } from '@/server/http/requests/page-session';
import { SignedInFrame } from '../signed-in-frame';

export const metadata: Metadata = { title: 'All my organizations' };

export default async function OrgsPage() {
  const person = await requirePerson(paths.orgs);
  const orgs = await orgsOf(person);
  const active = await activeOrgOf(orgs);
  const shown = orgs.map((org) => ({
    orgId: org.orgId,
    name: org.name,
    slug: org.slug,
    role: org.role,
    isSandbox: org.isSandbox,
    closed: org.closed,
    isActive: org.orgId === active?.orgId,
  }));
  const may = { sandbox: mayCreateSandbox(env(), orgs), org: mayCreateOrg(env(), orgs) };
  return (
    <SignedInFrame person={person} org={null} orgs={orgs}>
      <OrgList orgs={shown} mayCreate={may} logout={<LogoutButton />} />
    </SignedInFrame>
  );
}
