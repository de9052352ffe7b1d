import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { AdminsOnlyPage } from '@/app/_panels/admins-only-page';
import { SidePanels } from '@/app/_panels/side-panels';
import { jobsInput } from '@/components/schedules/jobs-input';
import { JobsView } from '@/components/schedules/jobs-view';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { listJobs } from '@/lib/contract/schedules/jobs';
import { listJobs as findJobs } from '@/server/automation/schedules/list-jobs';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Scheduled jobs' };

/** For organization admins. Other members see that the page is only for admins, and whom to ask. */
export default async function Page({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { person, org } = await requireOrg(orgSlug, paths.cronJobs(orgSlug));
  if (org.role !== 'admin') {
    return (
      <AdminsOnlyPage org={org} does="see all scheduled jobs">
        Engineers of a command schedule it on its own page, next to Run.
      </AdminsOnlyPage>
    );
  }
  const queryClient = makeQueryClient();
  await prefetch(queryClient, listJobs, findJobs, person, jobsInput(org.orgId));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <JobsView orgId={org.orgId}>
        <SidePanels likely={['job']} />
      </JobsView>
    </HydrationBoundary>
  );
}
