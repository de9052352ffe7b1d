import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { AdminsOnlyPage } from '@/app/_panels/admins-only-page';
import { SidePanels } from '@/app/_panels/side-panels';
import { dropdownsInput } from '@/components/configure/dropdowns/dropdowns-input';
import { DropdownsView } from '@/components/configure/dropdowns/dropdowns-view';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { listDropdowns } from '@/lib/contract/command/dropdowns';
import { listDropdowns as findDropdowns } from '@/server/commands/dropdowns/list-dropdowns';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Dropdowns' };

/** For organization admins. Other members see that the page is only for admins, and whom to ask. */
export default async function Page({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { person, org } = await requireOrg(orgSlug, paths.dropdowns(orgSlug));
  if (org.role !== 'admin') {
    return (
      <AdminsOnlyPage org={org} does="see all dropdowns">
        Engineers set up the dropdowns of a command under Configure, at its inputs.
      </AdminsOnlyPage>
    );
  }
  const queryClient = makeQueryClient();
  await prefetch(queryClient, listDropdowns, findDropdowns, person, dropdownsInput(org.orgId));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <DropdownsView orgId={org.orgId} orgSlug={orgSlug} />
      <SidePanels />
    </HydrationBoundary>
  );
}
