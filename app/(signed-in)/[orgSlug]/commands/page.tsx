import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { preload } from 'react-dom';
import { SidePanels } from '@/app/_panels/side-panels';
import { pinsInput } from '@/components/command/pins/pins-input';
import { firstRowsInput, foldersInput, orderedInput } from '@/components/library/library-input';
import { readOrder } from '@/components/library/library-order';
import { LibraryView } from '@/components/library/library-view';
import { readPlace } from '@/components/library/tree/places';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { operationUrl } from '@/lib/client/api-client';
import { listCommands } from '@/lib/contract/library/commands';
import { readFirstSteps } from '@/lib/contract/library/first-visit';
import { listFolders } from '@/lib/contract/library/folders';
import { listPins } from '@/lib/contract/library/pins';
import { unsafeCountCommands } from '@/server/commands/command/count-commands';
import { listCommands as findCommands } from '@/server/commands/command/list-commands';
import { listFolders as findFolders } from '@/server/commands/folders/list-folders';
import { listPins as findPins } from '@/server/commands/recents/pins';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';
import { readFirstSteps as findFirstSteps } from '@/server/people/first-visit/first-steps';
import { firstVisitOf } from '@/server/people/first-visit/tour';

export const metadata: Metadata = { title: 'Commands' };

/**
 * A page that contains thousands of commands is slower than a page with the first of them and a separate list. In that
 * case, the browser is told to fetch the list while it still parses the page.
 */
const MOST_DRAWN_AHEAD = 500;

/** What people open most from the library. */
const likely = ['configure', 'share', 'sync'] as const;

interface CommandsPageProps {
  params: Promise<{ orgSlug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CommandsPage({ params, searchParams }: CommandsPageProps) {
  const { orgSlug } = await params;
  const { hidden, folder, sort } = await searchParams;
  const isHidden = hidden === 'true';
  const order = readOrder(sort);
  const { person, org } = await requireOrg(orgSlug, paths.commands(orgSlug));
  const queryClient = makeQueryClient();
  const whole = orderedInput(org.orgId, isHidden, order);
  const isLarge = (await unsafeCountCommands(org.orgId)) > MOST_DRAWN_AHEAD;
  const place = readPlace(typeof folder === 'string' ? folder : null);
  const commands = isLarge ? firstRowsInput(org.orgId, isHidden, place, order) : whole;
  if (isLarge) preload(operationUrl(listCommands, whole), { as: 'fetch', crossOrigin: 'anonymous' });
  const [firstVisit] = await Promise.all([
    firstVisitOf(person, org.orgId),
    commands && prefetch(queryClient, listCommands, findCommands, person, commands),
    prefetch(queryClient, listFolders, findFolders, person, foldersInput(org.orgId)),
    prefetch(queryClient, listPins, findPins, person, pinsInput(org.orgId, person.userId)),
  ]);
  if (firstVisit.showsFirstSteps) {
    const input = { params: { orgId: org.orgId } };
    await prefetch(queryClient, readFirstSteps, findFirstSteps, person, input);
  }
  const owner = {
    org: { orgId: org.orgId, slug: org.slug },
    userId: person.userId,
    isAdmin: org.role === 'admin',
  };
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <LibraryView owner={owner} firstVisit={firstVisit} />
      <SidePanels likely={likely} />
    </HydrationBoundary>
  );
}
