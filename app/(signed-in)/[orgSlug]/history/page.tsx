import type { Metadata } from 'next';
import { HistoryView } from '@/components/history/history-view';
import { paths } from '@/lib/paths';
import { requireOrg } from '@/server/http/page-session';

export const metadata: Metadata = { title: 'History' };

interface HistoryPageProps {
  params: Promise<{ orgSlug: string }>;
}

/** The list itself is asked for by the browser: which days it means depends on where the reader is. */
export default async function HistoryPage({ params }: HistoryPageProps) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.history(orgSlug));
  return <HistoryView org={{ orgId: org.orgId, slug: org.slug }} />;
}
