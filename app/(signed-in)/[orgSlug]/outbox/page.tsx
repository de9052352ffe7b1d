import type { Metadata } from 'next';
import { AdminsOnlyPage } from '@/app/_panels/admins-only-page';
import { SidePanels } from '@/app/_panels/side-panels';
import { OutboxView } from '@/components/outbox/outbox-view';
import { paths } from '@/lib/base/paths';
import { env } from '@/server/base/env';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Outbox' };

/** For organization admins. Other members see that the page is only for admins, and whom to ask. */
export default async function OutboxPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.outbox(orgSlug));
  if (org.role !== 'admin') return <AdminsOnlyPage org={org} does="open the outbox" />;
  return (
    <>
      <OutboxView orgId={org.orgId} sendsMail={env().mail !== null} />
      <SidePanels />
    </>
  );
}
