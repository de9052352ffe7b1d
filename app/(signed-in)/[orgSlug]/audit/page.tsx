import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SidePanels } from '@/app/_panels/side-panels';
import { AuditView } from '@/components/audit/audit-view';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Audit log' };

/** For organization admins. Anyone else gets the not-found page. */
export default async function AuditPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.audit(orgSlug));
  if (org.role !== 'admin') notFound();
  return (
    <>
      <AuditView org={{ orgId: org.orgId, slug: org.slug }} />
      <SidePanels />
    </>
  );
}
