import type { Metadata } from 'next';
import { AdminsOnlyPage } from '@/app/_panels/admins-only-page';
import { SidePanels } from '@/app/_panels/side-panels';
import { AuditView } from '@/components/audit/audit-view';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Audit log' };

/** For organization admins. Other members see that the page is only for admins, and whom to ask. */
export default async function AuditPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.audit(orgSlug));
  if (org.role !== 'admin') return <AdminsOnlyPage org={org} does="read the audit log" />;
  return (
    <>
      <AuditView org={{ orgId: org.orgId, slug: org.slug }} />
      <SidePanels />
    </>
  );
}
