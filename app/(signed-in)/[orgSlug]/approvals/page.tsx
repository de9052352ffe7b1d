import type { Metadata } from 'next';
import { SidePanels } from '@/app/_panels/side-panels';
import { ApprovalsView } from '@/components/approvals/approvals-view';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Approvals' };

/** Requests for approval, for everyone in the organization. */
export default async function ApprovalsPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org, person } = await requireOrg(orgSlug, paths.approvals(orgSlug));
  return (
    <>
      <ApprovalsView org={{ orgId: org.orgId, slug: org.slug }} userId={person.userId} />
      <SidePanels />
    </>
  );
}
