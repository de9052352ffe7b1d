import type { Metadata } from 'next';
import { AdminsOnlyPage } from '@/app/_panels/admins-only-page';
import { SidePanels } from '@/app/_panels/side-panels';
import { AnalyticsView } from '@/components/analytics/analytics-view';
import { InsightTabs } from '@/components/errors/insight-tabs';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Analytics' };

/** What people open most from the figures. */
const likely = ['counted-runs'] as const;

/** For organization admins. Other members see that the page is only for admins, and whom to ask. */
export default async function AnalyticsPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.analytics(orgSlug));
  if (org.role !== 'admin') return <AdminsOnlyPage org={org} does="see Analytics" />;
  return (
    <>
      <InsightTabs org={{ orgId: org.orgId, slug: org.slug }} current="figures" />
      <AnalyticsView org={{ orgId: org.orgId, slug: org.slug }} />
      <SidePanels likely={likely} />
    </>
  );
}
