import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SidePanels } from '@/app/_panels/side-panels';
import { ServiceAccountsSection } from '@/components/account/service-accounts/service-accounts-section';
import { DirectorySection } from '@/components/directory/directory-section';
import { SyncButton } from '@/components/directory/sync-button';
import { membersInput } from '@/components/members/members-input';
import { TeamView } from '@/components/members/team-view';
import { InviteButton } from '@/components/share/recipients/invite-button';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { listMembers } from '@/lib/contract/people/members';
import { env } from '@/server/base/env';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';
import { listMembers as findMembers } from '@/server/people/members/list-members';
import { readOrgOf } from '@/server/people/organizations/list-my-orgs';

export const metadata: Metadata = { title: 'Organization users' };

interface OrgPageProps {
  params: Promise<{ orgSlug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OrgPage({ params, searchParams }: OrgPageProps) {
  const { orgSlug } = await params;
  // Where it was a tab of this page.
  if ((await searchParams).tab === 'changelog') redirect(paths.commandChanges(orgSlug));
  const { person, org } = await requireOrg(orgSlug, paths.org(orgSlug));
  const queryClient = makeQueryClient();
  await prefetch(queryClient, listMembers, findMembers, person, membersInput(org.orgId, '', 0));
  const owner = {
    org: { orgId: org.orgId, slug: org.slug, name: org.name, isSandbox: org.isSandbox },
    userId: person.userId,
    isAdmin: org.role === 'admin',
    hasDirectory: env().directory !== null,
    sendsMail: env().mail !== null,
  };
  const invite = owner.hasDirectory ? <SyncButton orgId={org.orgId} /> : <InviteButton />;
  const { adAdminEmails } = await readOrgOf(person.userId, org.orgId);
  const directory = owner.hasDirectory && (
    <DirectorySection orgId={org.orgId} adminEmails={adAdminEmails ?? []} />
  );
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TeamView
        owner={owner}
        invite={invite}
        directory={directory}
        services={<ServiceAccountsSection orgId={org.orgId} />}
      />
      <SidePanels />
    </HydrationBoundary>
  );
}
