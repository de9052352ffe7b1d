import type { Metadata } from 'next';
import { Frame } from '@/components/frame/frame';
import { OrgList } from '@/components/orgs/org-list';
import { paths } from '@/lib/paths';
import { orgsOf, requirePerson } from '@/server/http/page-session';
import { isDemoMode } from '@/server/identity/demo';

export const metadata: Metadata = { title: 'All My Organizations' };

export default async function OrgsPage() {
  const { userId, name, email, ...person } = await requirePerson(paths.orgs);
  const orgs = await orgsOf({ ...person, userId, name, email });
  const shown = orgs.map(({ orgId, name, slug, role, isSandbox }) => ({
    orgId,
    name,
    slug,
    role,
    isSandbox,
  }));
  return (
    <Frame person={{ userId, name, email }} org={null} orgs={shown} isDemo={isDemoMode()}>
      <OrgList orgs={shown} />
    </Frame>
  );
}
