import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { libraryInput } from '@/components/library/library-input';
import { LibraryView } from '@/components/library/library-view';
import { makeQueryClient } from '@/components/ui/query-client';
import { listCommands } from '@/lib/contract/commands';
import { paths } from '@/lib/paths';
import { listCommands as findCommands } from '@/server/commands/list-commands';
import { requireOrg } from '@/server/http/page-session';
import { prefetch } from '@/server/http/prefetch';

export const metadata: Metadata = { title: 'Commands' };

interface CommandsPageProps {
  params: Promise<{ orgSlug: string }>;
}

export default async function CommandsPage({ params }: CommandsPageProps) {
  const { orgSlug } = await params;
  const { person, org } = await requireOrg(orgSlug, paths.commands(orgSlug));
  const queryClient = makeQueryClient();
  await prefetch(queryClient, listCommands, findCommands, person, libraryInput(org.orgId));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <LibraryView org={{ orgId: org.orgId, slug: org.slug }} isAdmin={org.role === 'admin'} />
    </HydrationBoundary>
  );
}
