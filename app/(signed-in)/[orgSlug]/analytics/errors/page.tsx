import type { Metadata } from 'next';
import { SidePanels } from '@/app/_panels/side-panels';
import { ErrorsView } from '@/components/errors/errors-view';
import { InsightTabs } from '@/components/errors/insight-tabs';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Errors' };

/** What people open most from a list of errors. */
const likely = ['error', 'counted-runs'] as const;

/** For everyone in the organization: each sees the errors of the commands that they configure. */
export default async function ErrorsPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.errors(orgSlug));
  const isAdmin = org.role === 'admin';
  return (
    <>
      {isAdmin && <InsightTabs org={{ orgId: org.orgId, slug: org.slug }} current="errors" />}
      <ErrorsView orgId={org.orgId} isTitled={!isAdmin} />
      <SidePanels likely={likely} />
    </>
  );
}
