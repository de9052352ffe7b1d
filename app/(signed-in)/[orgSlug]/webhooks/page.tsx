import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { AdminsOnlyPage } from '@/app/_panels/admins-only-page';
import { SidePanels } from '@/app/_panels/side-panels';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { WebhooksView } from '@/components/webhooks/webhooks-view';
import { paths } from '@/lib/base/paths';
import { listWebhooks } from '@/lib/contract/webhooks/webhooks';
import { listWebhooks as findWebhooks } from '@/server/automation/webhooks/list-webhooks';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Webhooks' };

/** For organization admins. Other members see that the page is only for admins, and whom to ask. */
export default async function Page({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { person, org } = await requireOrg(orgSlug, paths.webhooks(orgSlug));
  if (org.role !== 'admin') {
    return (
      <AdminsOnlyPage org={org} does="see all webhooks">
        Engineers of a command find its webhooks under Configure.
      </AdminsOnlyPage>
    );
  }
  const queryClient = makeQueryClient();
  await prefetch(queryClient, listWebhooks, findWebhooks, person, { params: { orgId: org.orgId } });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <WebhooksView orgId={org.orgId} />
      <SidePanels likely={['webhook']} />
    </HydrationBoundary>
  );
}
