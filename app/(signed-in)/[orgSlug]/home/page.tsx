import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SidePanels } from '@/app/_panels/side-panels';
import { pinsInput } from '@/components/command/pins/pins-input';
import { homeInput, recentInput } from '@/components/home/home-input';
import { HomeView } from '@/components/home/home-view';
import FirstSteps from '@/components/library/first-visit/first-steps';
import { NewCommandMenu } from '@/components/library/menus/new-command-menu';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { readFirstSteps } from '@/lib/contract/library/first-visit';
import { readHome } from '@/lib/contract/library/home';
import { listPins } from '@/lib/contract/library/pins';
import { listRuns } from '@/lib/contract/runs/history';
import { readHome as findHome } from '@/server/commands/home/read-home';
import { listPins as findPins } from '@/server/commands/recents/pins';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';
import { readFirstSteps as findFirstSteps } from '@/server/people/first-visit/first-steps';
import { firstVisitOf } from '@/server/people/first-visit/tour';
import { listRuns as findRuns } from '@/server/runs/history/list-runs';

export const metadata: Metadata = { title: 'Home' };

/** The first page after signing in. People who are new are shown around their commands first. */
export default async function HomePage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { person, org } = await requireOrg(orgSlug, paths.home(orgSlug));
  const { startsTour, showsFirstSteps } = await firstVisitOf(person, org.orgId);
  if (startsTour) redirect(paths.commands(orgSlug));
  const queryClient = makeQueryClient();
  await Promise.all([
    prefetch(queryClient, readHome, findHome, person, homeInput(org.orgId)),
    prefetch(queryClient, listPins, findPins, person, pinsInput(org.orgId, person.userId)),
    prefetch(queryClient, listRuns, findRuns, person, recentInput(org.orgId, person.userId)),
    showsFirstSteps &&
      prefetch(queryClient, readFirstSteps, findFirstSteps, person, { params: { orgId: org.orgId } }),
  ]);
  const owner = {
    org: { orgId: org.orgId, slug: org.slug },
    userId: person.userId,
    isAdmin: org.role === 'admin',
  };
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <HomeView
        owner={owner}
        connect={<NewCommandMenu orgId={org.orgId} label="Connect" />}
        firstSteps={showsFirstSteps ? <FirstSteps owner={owner} /> : null}
      />
      <SidePanels likely={['share']} />
    </HydrationBoundary>
  );
}
