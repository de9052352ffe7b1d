import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { diffInput, memberInput } from '@/components/drilldown/drilldown-input';
import { makeQueryClient } from '@/components/ui/query-client';
import { diffCommands } from '@/lib/contract/drilldown';
import { readMember } from '@/lib/contract/members';
import { paths } from '@/lib/paths';
import { diffCommands as findDiff } from '@/server/commands/diff-commands';
import { AppError } from '@/server/errors';
import { requireOrg } from '@/server/http/page-session';
import { prefetch } from '@/server/http/prefetch';
import { readMember as findMember } from '@/server/members/list-members';
import { MemberPage } from './member-page';

export const metadata: Metadata = { title: 'Member' };

interface Props {
  params: Promise<{ orgSlug: string; userId: string }>;
}

export default async function Page({ params }: Props) {
  const { orgSlug, userId: inPath } = await params;
  const userId = decodeURIComponent(inPath);
  const { person, org } = await requireOrg(orgSlug, paths.member(orgSlug, userId));
  const queryClient = makeQueryClient();
  try {
    await Promise.all([
      prefetch(queryClient, readMember, findMember, person, memberInput(org.orgId, userId)),
      prefetch(queryClient, diffCommands, findDiff, person, diffInput(org.orgId, userId)),
    ]);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound();
    throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <MemberPage org={{ orgId: org.orgId, slug: org.slug }} userId={userId} />
    </HydrationBoundary>
  );
}
