import type { Metadata } from 'next';
import { SidePanels } from '@/app/_panels/side-panels';
import { CompareView } from '@/components/history/compare/compare-view';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Compare runs' };

export default async function Page({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.history(orgSlug));
  return (
    <>
      <CompareView org={{ orgId: org.orgId, slug: org.slug }} />
      <SidePanels likely={['run']} />
    </>
  );
}
