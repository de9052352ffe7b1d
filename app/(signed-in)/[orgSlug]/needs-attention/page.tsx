import type { Metadata } from 'next';
import { SidePanels } from '@/app/_panels/side-panels';
import { AttentionView } from '@/components/attention/attention-view';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Needs attention' };

/** For everyone in the organization: each sees what stopped of the commands that they configure, and of their own. */
export default async function NeedsAttentionPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.needsAttention(orgSlug));
  return (
    <>
      <AttentionView org={{ orgId: org.orgId, slug: org.slug }} />
      <SidePanels likely={['configure']} />
    </>
  );
}
