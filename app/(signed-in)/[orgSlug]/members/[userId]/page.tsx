import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { preload } from 'react-dom';
import { diffInput, memberInput } from '@/components/drilldown/drilldown-input';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { operationUrl } from '@/lib/client/api-client';
import { diffCommands } from '@/lib/contract/library/drilldown';
import { readMember } from '@/lib/contract/people/members';
import { AppError } from '@/server/base/errors';
import { unsafeCountCommands } from '@/server/commands/command/count-commands';
import { diffCommands as findDiff } from '@/server/commands/command/diff-commands';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';
import { readMember as findMember } from '@/server/people/members/list-members';
import { MemberPage } from './member-page';

export const metadata: Metadata = { title: 'Member' };

/** Thousands of commands are fetched separately from the page, as in the library. */
const MOST_DRAWN_AHEAD = 500;

interface Props {
  params: Promise<{ orgSlug: string; userId: string }>;
}

export default async function Page({ params }: Props) {
  const { orgSlug, userId: inPath } = await params;
  const userId = decodeURIComponent(inPath);
  const { person, org } = await requireOrg(orgSlug, paths.member(orgSlug, userId));
  const queryClient = makeQueryClient();
  try {
    await prefetch(queryClient, readMember, findMember, person, memberInput(org.orgId, userId));
    const input = diffInput(org.orgId, userId);
    if ((await unsafeCountCommands(org.orgId)) > MOST_DRAWN_AHEAD) {
      preload(operationUrl(diffCommands, { params: input.params }), {
        as: 'fetch',
        crossOrigin: 'anonymous',
      });
    } else {
      await prefetch(queryClient, diffCommands, findDiff, person, input);
    }
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
