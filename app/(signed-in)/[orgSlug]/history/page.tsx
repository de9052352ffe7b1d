import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader } from 'nuqs/server';
import { SidePanels } from '@/app/_panels/side-panels';
import { historyParsers } from '@/components/history/history-address';
import { historyInput } from '@/components/history/history-input';
import { HistoryView } from '@/components/history/history-view';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { listRuns } from '@/lib/contract/runs/history';
import { AppError } from '@/server/base/errors';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';
import { listRuns as findRuns } from '@/server/runs/history/list-runs';

export const metadata: Metadata = { title: 'History' };

interface Props {
  params: Promise<{ orgSlug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What people open most from the history. */
const likely = ['run'] as const;

const loadAddress = createLoader(historyParsers);

export default async function Page({ params, searchParams }: Props) {
  const { orgSlug } = await params;
  const { person, org } = await requireOrg(orgSlug, paths.history(orgSlug));
  const queryClient = makeQueryClient();
  const address = await loadAddress(searchParams);
  // Days begin at the reader's midnight, which only their browser knows.
  if (address.since === '' && address.until === '') {
    await prefetch(queryClient, listRuns, findRuns, person, historyInput(org.orgId, address)).catch(
      (error) => {
        // The browser asks again and shows what is wrong next to the filters.
        if (!(error instanceof AppError)) throw error;
      },
    );
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <HistoryView org={{ orgId: org.orgId, slug: org.slug }} userId={person.userId} />
      <SidePanels likely={likely} />
    </HydrationBoundary>
  );
}
